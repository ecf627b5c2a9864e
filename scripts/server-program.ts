import { build } from 'esbuild'
import { root } from './processes.ts'

/** Bundles the server's program into one file, for an image without the repository. `modules`: the files that it contains. */
export async function bundleServer(): Promise<{ program: Uint8Array; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['web/deploy/start.ts'],
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'silent',
  })
  const [{ contents: program } = { contents: new Uint8Array() }] = outputFiles
  return { program, modules: Object.keys(metafile.inputs) }
}
