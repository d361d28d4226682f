import { auditCreation } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { NewLicense } from '../contract/new-license.ts'
import type { Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'
import { foldText } from '../model/fold.ts'

/**
 * Adds a license. Returns undefined if a license with this name exists already, ignoring case.
 * @param license with the id of a removed license to restore it
 */
export async function addLicense(
  tx: Tx,
  license: NewLicense & { id?: number },
  context: AuditContext,
): Promise<{ id: number } | undefined> {
  const added = await tx
    .insertInto('license')
    .values({ ...license, name_folded: foldText(license.name) })
    .onConflict((same) => same.column('name_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return undefined
  await auditCreation(tx, context, { table: 'license', id: added.id, action: 'license.create' })
  return added
}

/** Adds a license. @throws CatalogError kind `conflict` if a license with this name exists already, ignoring case */
export async function addNewLicense(
  tx: Tx,
  license: NewLicense,
  context: AuditContext,
): Promise<{ id: number }> {
  const added = await addLicense(tx, license, context)
  if (!added) throw conflict(['license_exists', license.name])
  return added
}
