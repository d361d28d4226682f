import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selects, Store, Tx } from '../db/store.ts'
import { conflict, type CatalogError } from '../errors.ts'
import { FILES_ID } from '../model/setting-names.ts'
import { ensureIdFile, readIdFile } from '../storage/id-file.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import { ignoreMissing } from '../storage/list-folder.ts'

/** The file of a directory with the id that the database has, too. */
const MARKER = 'files-id'

/**
 * Requires that a directory is the one with the image files of this database, for all its servers: a server with another
 * directory would miss the files of the others, and they would miss its own. The first server decides.
 * @throws CatalogError kind `conflict` if it is another directory, or has the files of another catalog
 */
export async function requireSharedFiles(
  folder: string,
  { reads, write }: Pick<Store, 'reads' | 'write'>,
): Promise<void> {
  const known = (await readFilesId(reads)) ?? (await write((tx) => claimFolder(tx, folder)))
  if ((await readIdFile(join(folder, MARKER))) !== known) throw inOtherFolder(folder, known)
}

async function readFilesId(reads: Selects): Promise<string | undefined> {
  const [row] = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', FILES_ID)
    .execute()
  return row && (JSON.parse(row.value) as string)
}

/** The file is written first, so that a crash leaves no id in the database without it. Happens once in a catalog's life. */
async function claimFolder(tx: Tx, folder: string): Promise<string> {
  const known = await readFilesId(tx)
  if (known !== undefined) return known
  if (await hasImages(folder)) throw ofOtherCatalog(folder)
  const id = await ensureIdFile(join(folder, MARKER))
  await tx
    .insertInto('setting')
    .values({ name: FILES_ID, value: JSON.stringify(id) })
    .execute()
  return id
}

async function hasImages(folder: string): Promise<boolean> {
  const images = await ignoreMissing(readdir(join(folder, 'objects', STORE_FOLDERS.originals)))
  return images !== undefined && images.length > 0
}

function ofOtherCatalog(folder: string): CatalogError {
  return conflict(`${folder} has the image files of another catalog.`, {
    hint: 'Name an empty directory with CATALOG_FILES, or another data directory with --data.',
  })
}

function inOtherFolder(folder: string, id: string): CatalogError {
  return conflict(`The image files of this catalog are in another directory than ${folder}.`, {
    hint: `Set CATALOG_FILES to the directory that all servers of the database share. If its files were moved to ${folder}, restore the file ${MARKER} there, with the line: ${id}`,
  })
}
