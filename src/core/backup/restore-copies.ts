import { join } from 'node:path'
import {
  findIntegrityProblems,
  readSchema,
  requireCatalogSchema,
} from '../database/database-files.ts'
import { CatalogError } from '../base/errors.ts'
import { PRIVATE_FILE } from '../storage/modes.ts'
import { COPIED_FILES, DATABASE, STORED_LIST } from './backup-folder.ts'
import { copyChecked, requireDigest } from './copy-checked.ts'
import { damaged } from './damaged-backup.ts'
import type { Manifest } from './manifest.ts'
import { createFileOpener } from './open-backup-file.ts'

/** Copies the files besides the stored ones, with mode 0600, and checks them and the list. @throws DamagedBackup */
export async function restoreCopies(
  backup: string,
  { files }: Manifest,
  target: string,
): Promise<void> {
  const openFile = await createFileOpener(backup)
  for (const listed of files) {
    await using file = await openFile(listed.path, listed.size)
    if (listed.path === STORED_LIST) await requireDigest(file, listed)
    else {
      const name = COPIED_FILES.find((name) => name === listed.path) ?? DATABASE
      await copyChecked(file, listed, { path: join(target, name), mode: PRIVATE_FILE })
    }
  }
}

/** Checks a restored database: its schema, pages, constraints and foreign keys. @throws DamagedBackup */
export function requireIntactDatabase(
  file: string,
  { schema }: Manifest,
  spatialite: string | null,
): void {
  const applied = readAppliedSchema(file)
  try {
    requireCatalogSchema(applied)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    throw damaged('schema', DATABASE, error.message)
  }
  if (applied.join() !== schema.join())
    throw damaged('schema', DATABASE, 'The database has another schema than the manifest says.')
  const [problem] = findIntegrityProblems(file, spatialite)
  if (problem !== undefined)
    throw damaged('database', DATABASE, `The database is damaged: ${problem}.`)
}

function readAppliedSchema(file: string): string[] {
  try {
    return readSchema(file)
  } catch (error) {
    const { message } = error as Error
    throw damaged('database', DATABASE, `The database cannot be read: ${message}.`)
  }
}
