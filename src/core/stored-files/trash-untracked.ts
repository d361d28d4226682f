import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatTimestamp } from '../clock.ts'
import type { Config } from '../config.ts'
import { filesFolder } from '../data-folder.ts'
import { isBeingBackedUp } from '../db/locks.ts'
import { syncToDisk } from '../durable-files.ts'
import { CatalogError } from '../errors.ts'
import type { Services } from '../services.ts'
import { FOLDER } from '../storage/modes.ts'
import { ignoreMissing } from '../storage/list-folder.ts'
import { findUntracked, type Untracked } from './find-untracked.ts'

export function trashPath(place: FilesPlace): string {
  return join(filesFolder(place), 'trash')
}

type FilesPlace = Pick<Config, 'data' | 'files'>

/**
 * Moves files that no row names to a new folder of the trash, below their former paths, and yields them.
 * @throws CatalogError kind `busy` while a backup is running, which may contain rows that name the files
 */
export async function* trashUntracked(
  catalog: Pick<Services, 'address' | 'clock' | 'config' | 'reads' | 'storage'>,
  signal: AbortSignal,
): AsyncGenerator<Untracked> {
  const { config, clock } = catalog
  const name = formatTimestamp(clock.now()).slice(0, 19).replaceAll(':', '')
  const target = join(trashPath(config), `${name}Z`)
  for await (const untracked of findUntracked(catalog, { signal })) {
    if (isBeingBackedUp(config.data))
      throw new CatalogError('busy', 'A backup is running. Try again when it has finished.')
    const to = join(target, untracked.prefix)
    await mkdir(dirname(to), { recursive: true, mode: FOLDER })
    // Not a path of the store, whose keys allow fewer characters than the names that other programs choose.
    const from = join(filesFolder(config), 'objects', untracked.prefix)
    if ((await ignoreMissing(moveDurably(from, to))) === true) yield untracked
  }
}

async function moveDurably(from: string, to: string): Promise<true> {
  await rename(from, to)
  await syncToDisk(dirname(to))
  await syncToDisk(dirname(from))
  return true
}

/** Lists the folders in the trash; none if there is no trash. */
export async function listTrash(place: FilesPlace): Promise<string[]> {
  return (await ignoreMissing(readdir(trashPath(place)))) ?? []
}

/** Deletes everything in the trash. @returns the names of its folders */
export async function emptyTrash(place: FilesPlace): Promise<string[]> {
  const names = await listTrash(place)
  for (const name of names) {
    await rm(join(trashPath(place), name), { recursive: true, force: true })
  }
  return names
}
