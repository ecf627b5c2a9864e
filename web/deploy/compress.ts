import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
// As a whole, because `node-version.ts` could not run if a name were missing in an older Node.
import * as zlib from 'node:zlib'
import { codings, mediaTypes } from './rules.ts'

const compressors = {
  br: (content: Buffer) =>
    promisify(zlib.brotliCompress)(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
  // Without the size, this level allocates 100 MB even for the smallest text.
  zstd: (content: Buffer) =>
    promisify(zlib.zstdCompress)(content, {
      pledgedSrcSize: content.length,
      params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 },
    }),
  gzip: (content: Buffer) => promisify(zlib.gzip)(content, { level: 9 }),
}
const isText = (file: string) => mediaTypes[extname(file).slice(1)]?.isText === true

/** Writes compressed copies of a file beside it, one per coding, even if a copy is longer: servers rely on each of them. */
export async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  for (const { coding, ending } of codings) await writeFile(file + ending, await compressors[coding](content))
}

/** Compresses all text files of a folder that are served. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  await Promise.all(files.filter(isText).map(compressFile))
}
