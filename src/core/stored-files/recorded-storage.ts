import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Reads } from '../database/store.ts'
import { conflict, type CatalogError } from '../base/errors.ts'
import { replaceFile } from '../storage/disk/staged-files.ts'
import { ignoreMissing } from '../storage/missing-files.ts'
import { FILE } from '../storage/modes.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { listSample } from './list-sample.ts'
import { nameFilesOfImage } from './name-files.ts'

/** The file that names the bucket of the image files. Without it, they are in the data directory. */
const RECORD = 'storage-url'

/**
 * Requires that the image files are in the configured storage, and records it. Otherwise new files would be stored in one
 * place while the others are missing there. Asks the storage only if another one was recorded: for the original of the
 * first image, and of the last one, which a copy of an earlier state lacks.
 * @throws CatalogError kind `conflict` that names the other storage
 */
export async function requireRecordedStorage(
  { data, storageUrl }: Pick<Config, 'data' | 'storageUrl'>,
  reads: Reads,
  storage: Pick<ObjectStore, 'stat'>,
): Promise<void> {
  const recorded = (await ignoreMissing(readFile(join(data, RECORD), 'utf8')))?.trim() ?? null
  if (recorded === storageUrl) return
  for (const image of await listSample(reads)) {
    const [original] = nameFilesOfImage(image)
    if (original && !(await storage.stat(original.key))) throw inOtherStorage(recorded, storageUrl)
  }
  await recordStorage(data, storageUrl)
}

/** Records the bucket of the image files, or with null that they are in the data directory. */
export async function recordStorage(data: string, url: string | null): Promise<void> {
  const path = join(data, RECORD)
  if (url === null) return await rm(path, { force: true })
  await replaceFile({ path, text: `${url}\n`, mode: FILE })
}

function inOtherStorage(recorded: string | null, configured: string | null): CatalogError {
  const name = (url: string | null): string => url ?? 'the data directory'
  const setting =
    recorded === null
      ? 'Remove the setting CATALOG_STORAGE_URL'
      : `Set CATALOG_STORAGE_URL=${recorded}`
  const target = configured ?? 'DIR'
  return conflict(
    `The image files of this catalog are in ${name(recorded)}, but the settings name ${name(configured)}.`,
    {
      hint: `${setting}. To move the files, run with that: catalog admin storage copy --to ${target}`,
    },
  )
}
