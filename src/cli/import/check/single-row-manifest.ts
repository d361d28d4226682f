import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import type { Cli } from '../../cli.ts'
import { ensureStateFolder } from '../../login/state-folder.ts'
import type { ImageMetadata } from './check-metadata.ts'

/**
 * Writes the manifest of one image to the state folder. Its name is derived from the image and its metadata,
 * so that a repeated command resumes the same import.
 * @returns path of the manifest
 */
export async function writeSingleRowManifest(
  cli: Cli,
  { path, collection, metadata }: SingleRow,
): Promise<string> {
  const row = JSON.stringify({ file: basename(path), collection, ...metadata })
  const name = createHash('sha256')
    .update(JSON.stringify([cli.globals.url, cli.globals.profile, path, row]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(await ensureStateFolder(cli.env), 'added')
  await makeFolder(folder, 0o700)
  const manifest = join(folder, `${name}.jsonl`)
  await writeFile(manifest, `${row}\n`, { mode: 0o600 })
  return manifest
}

interface SingleRow {
  /** Absolute path of the image. */
  path: string
  collection: number
  metadata: Partial<ImageMetadata>
}
