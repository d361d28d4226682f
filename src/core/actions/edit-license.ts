import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { LicenseEdit } from '../contract/new-license.ts'
import { refuseDuplicate } from '../db/refuse-duplicate.ts'
import type { Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'
import { foldText } from '../model/fold.ts'

/**
 * Changes a license for all images that have it.
 * @throws CatalogError kind `conflict` if another license has the name, ignoring case
 */
export async function editLicense(
  tx: Tx,
  id: number,
  edit: LicenseEdit,
  context: AuditContext,
): Promise<void> {
  if (Object.keys(edit).length === 0) return
  const { name } = edit
  const columns = { ...edit, ...(name !== undefined && { name_folded: foldText(name) }) }
  const taken = conflict(['license_exists', name ?? ''])
  await auditChange(tx, context, { table: 'license', id, action: 'license.edit' }, () =>
    refuseDuplicate('name_folded', taken, () =>
      tx.updateTable('license').set(columns).where('id', '=', id).execute(),
    ),
  )
}
