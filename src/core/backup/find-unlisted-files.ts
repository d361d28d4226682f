import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { OBJECTS, STORED_LIST } from './backup-folder.ts'
import type { BackupFinding } from './damaged-backup.ts'
import { MANIFEST_FILES, type Manifest } from './manifest.ts'
import { readStoredList } from './stored-list.ts'

/**
 * Finds files that were added to a backup. First it only counts the stored files, since a list of a million paths takes
 * 200 MB of memory.
 * @param missing the number of listed files that are not there
 */
export async function* findUnlistedFiles(
  backup: string,
  manifest: Manifest,
  missing: number,
): AsyncGenerator<BackupFinding> {
  const { files, stored_files } = manifest
  const listed = new Set<string>([...MANIFEST_FILES, ...files.map(({ path }) => path)])
  if (manifest.storage_url !== undefined) {
    yield* walkUnlisted(backup, '', listed)
    return
  }
  let stored = 0
  for await (const path of walkFiles(backup, '')) {
    if (path.startsWith(`${OBJECTS}/`)) stored += 1
    else if (!listed.has(path)) yield unlisted(path)
  }
  if (stored <= stored_files.count - stored_files.missing - missing) return
  for await (const line of readStoredList(join(backup, STORED_LIST)))
    if ('size' in line) listed.add(`${OBJECTS}/${line.path}`)
  yield* walkUnlisted(backup, OBJECTS, listed)
}

async function* walkUnlisted(
  backup: string,
  folder: string,
  listed: ReadonlySet<string>,
): AsyncGenerator<BackupFinding> {
  for await (const path of walkFiles(backup, folder)) if (!listed.has(path)) yield unlisted(path)
}

/** Lists everything below a folder that is not a folder, by its path in the backup. */
async function* walkFiles(backup: string, folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(join(backup, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walkFiles(backup, path)
    else yield path
  }
}

function unlisted(path: string): BackupFinding {
  const message = `${path} was added after the backup was made. If you know where it comes from, delete it.`
  return { code: 'unlisted_file', path, message }
}
