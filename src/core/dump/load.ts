import { stat } from 'node:fs/promises'
import type { Catalog } from '../catalog.ts'
import { takeLoadLock } from '../engine/sqlite/load-lock.ts'
import { CatalogError } from '../errors.ts'
import { checkDump } from './check.ts'
import type { Counts } from './dump.ts'
import { linesPath } from './dump-folder.ts'
import { insertDump } from './insert.ts'
import { openPlacement } from './placement.ts'
import { requireEmpty } from './require-empty.ts'

/**
 * Loads a dump into an empty catalogue, whole or not at all, in three passes: every line is checked,
 * then the files are put into the store, then one transaction inserts the rows. Nothing grows in memory
 * with the number of lines.
 * @throws CatalogError kind `invalid` that names the file, the line, the field and the reason;
 *   kind `conflict` when the catalogue is not empty,
 *   `busy` while another process loads into it
 */
export async function loadDump(catalog: Catalog, directory: string): Promise<Counts> {
  using _lock = takeLoadLock(catalog.config.data)
  const path = linesPath(directory)
  const before = await fingerprint(path)
  await requireEmpty(catalog.reads)
  await checkDump(catalog.reads, directory)
  await using placement = await openPlacement(catalog.storage)
  try {
    await placement.placeFiles(directory)
    return await catalog.write(async (tx, afterCommit) => {
      await requireEmpty(tx)
      const target = { tx, now: catalog.clock.now(), nextPlacedFile: placement.readBack() }
      const counts = await insertDump(path, target)
      if ((await fingerprint(path)) !== before) throw changed(path)
      afterCommit(() => catalog.jobs?.wake())
      return counts
    })
  } catch (error) {
    await placement.takeBack()
    throw error
  }
}

/** Tells whether the file is still the one that was checked. */
async function fingerprint(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new CatalogError('invalid', `There is no dump: ${path} does not exist.`, { cause: error })
  }
}

function changed(path: string): CatalogError {
  return new CatalogError('conflict', `${path} was changed while it was loaded. Load it again.`)
}
