import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Checks before the work that the file of `--out` can be written at its end; throws an error that says why not. */
export function checkNewFile(out: string): void {
  if (existsSync(out)) throw new Error(`${out} already exists: choose another file with --out.`)
  const folder = dirname(resolve(out))
  if (!existsSync(folder)) throw new Error(`--out ${out}: the folder ${folder} does not exist.`)
}
