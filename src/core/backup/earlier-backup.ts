import { join } from 'node:path'
import { computeDigest } from '../storage/digests.ts'
import { listBackupNames, STORED_LIST } from './backup-folder.ts'
import { readManifest } from './manifest.ts'
import { objectPath, type EarlierFile } from './place-file.ts'
import { readStoredList, type StoredListLine } from './stored-list.ts'

/** Finds files in the newest backup. Files must be asked for in the order of `nameFiles`. */
export interface EarlierBackup extends AsyncDisposable {
  find(imageId: number, key: string): Promise<EarlierFile | undefined>
}

/** Opens the newest backup of the folder. Finds nothing if there is none, or if its manifest or its list is damaged. */
export async function openEarlierBackup(folder: string): Promise<EarlierBackup> {
  const newest = (await listBackupNames(folder)).at(-1)
  if (newest === undefined) return nothing
  const path = join(folder, newest)
  return (await hasIntactList(path)) ? readForward(path) : nothing
}

/** A wrong digest would be taken over by all later backups. */
async function hasIntactList(backup: string): Promise<boolean> {
  try {
    const { files } = await readManifest(backup)
    const { sha256 } = await computeDigest(join(backup, STORED_LIST))
    return files.some((file) => file.path === STORED_LIST && file.sha256 === sha256)
  } catch {
    return false
  }
}

const nothing: EarlierBackup = {
  find: () => Promise.resolve(undefined),
  async [Symbol.asyncDispose]() {},
}

/** Both sequences are sorted by image id, so it reads the list once and holds the lines of one image. */
function readForward(backup: string): EarlierBackup {
  const lines = readStoredList(join(backup, STORED_LIST))
  let ahead: StoredListLine | undefined
  let current: { imageId: number; lines: Map<string, StoredListLine> } = {
    imageId: 0,
    lines: new Map(),
  }
  const readNext = async (): Promise<StoredListLine | undefined> => {
    try {
      const { value, done } = await lines.next()
      return done ? undefined : value
    } catch {
      // A damaged list only means that files are read again.
      return undefined
    }
  }
  const readImage = async (): Promise<boolean> => {
    const first = ahead ?? (await readNext())
    ahead = undefined
    if (!first) return false
    current = { imageId: imageIdOf(first), lines: new Map([[first.path, first]]) }
    for (let line = await readNext(); line; line = await readNext()) {
      if (imageIdOf(line) !== current.imageId) {
        ahead = line
        break
      }
      current.lines.set(line.path, line)
    }
    return true
  }
  return {
    async find(imageId, key) {
      while (current.imageId < imageId && (await readImage()));
      const line = current.imageId === imageId ? current.lines.get(key) : undefined
      return line && { path: objectPath(backup, key), line }
    },
    async [Symbol.asyncDispose]() {
      await lines.return(undefined)
    },
  }
}

/** `images/12/…` → 12 */
function imageIdOf({ path }: StoredListLine): number {
  return Number(path.split('/')[1])
}
