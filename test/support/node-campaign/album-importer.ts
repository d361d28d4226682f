import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { ALBUM_HEADER } from '../album.ts'
import { sha256 } from '../digests.ts'
import { plain } from '../pictures.ts'
import { runProgram } from '../program.ts'
import type { Seed } from '../seed.ts'
import { issueToken } from '../tokens.ts'

/** The program, which imports one album after another. */
export interface AlbumImporter {
  readonly problems: string[]
  /** Digests of the pictures that the program reported as imported. */
  readonly imported: readonly string[]
  /** Number of runs that ended early, and were repeated. */
  readonly repeated: number
  /** Imports a new album, and repeats the command until every row is done. */
  importAlbum(): Promise<void>
}

export interface AlbumOptions {
  url: string
  /** Folder of the albums. */
  folder: string
  /** Pictures of an album. */
  size: number
  /** Tells apart the pictures of several importers, up to 255. */
  shade: number
}

/** An import that does not end in an hour never will. */
const TIMEOUT_MS = 3_600_000

/** Exit codes of a run that the next one continues: some rows failed, or the server is unavailable. */
const EARLY_ENDS = new Set<number | undefined>([6, 8])

/** Creates a collection, and an importer of albums into it. */
export async function createAlbumImporter(
  catalog: Catalog,
  seed: Seed,
  { url, folder, size, shade }: AlbumOptions,
): Promise<AlbumImporter> {
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  const collection = await seed.collection()
  const env = { CATALOG_URL: url, CATALOG_TOKEN: token, CATALOG_STATE_DIR: folder, CI: '1' }
  const imported: string[] = []
  const importer = { problems: [] as string[], imported, repeated: 0, importAlbum }
  let albums = 0

  async function importAlbum(): Promise<void> {
    const album = join(folder, `album-${albums}`)
    const digests = await drawAlbum(album, { size, shade, first: albums * size })
    albums += 1
    const argv = ['import', join(album, 'album.csv'), '--collection', String(collection), '--json']
    for (;;) {
      const ended = await runProgram(argv, { env, timeout: TIMEOUT_MS })
      if (ended.exitCode === 0) break
      importer.repeated += 1
      if (!EARLY_ENDS.has(ended.exitCode)) {
        importer.problems.push(`exit code ${ended.exitCode}: ${String(ended.stderr)}`)
        return
      }
    }
    imported.push(...digests)
  }

  return importer
}

/** Writes pictures that differ from all others, and their manifest. @returns the digests of the pictures */
async function drawAlbum(
  album: string,
  { size, shade, first }: { size: number; shade: number; first: number },
): Promise<string[]> {
  await mkdir(album, { recursive: true })
  const digests: string[] = []
  const rows = [ALBUM_HEADER]
  for (let number = first; number < first + size; number += 1) {
    const bytes = await plain(16 + (number % 200), 16 + Math.floor(number / 200), [30, 90, shade])
      .jpeg()
      .toBuffer()
    await writeFile(join(album, `${number}.jpg`), bytes)
    digests.push(sha256(bytes))
    rows.push(`${number}.jpg,Picture ${number},about 1920,1920~`)
  }
  await writeFile(join(album, 'album.csv'), `${rows.join('\n')}\n`)
  return digests
}
