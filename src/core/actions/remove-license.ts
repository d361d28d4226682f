import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Selects, Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'

/**
 * Removes a license that no image has.
 * @throws CatalogError kind `not_found`, or `conflict` if images have it
 */
export async function removeLicense(tx: Tx, id: number, context: AuditContext): Promise<void> {
  await requireUnusedLicense(tx, id)
  const row = { table: 'license', id, action: 'license.remove' } as const
  const removed = await auditChange(tx, context, row, () =>
    tx.deleteFrom('license').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (!removed) throw notFound('License not found.')
}

/** @throws CatalogError kind `conflict` that says how many images have the license */
export async function requireUnusedLicense(reads: Selects, id: number): Promise<void> {
  const { images } = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('license_id', '=', id)
    .executeTakeFirstOrThrow()
  if (images === 0) return
  throw conflict(['license_in_use', images], {
    hint: 'Give these images another license first (catalog update), or edit this one.',
  })
}
