import { auditCreation } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { NewSource } from '../contract/new-source.ts'
import type { Tx } from '../db/store.ts'
import { invalid } from '../errors.ts'
import { foldText } from '../model/fold.ts'

/**
 * @param source with the id of a deleted source to restore it
 * @throws CatalogError kind `invalid` if another source has this slug
 */
export async function createSource(
  tx: Tx,
  source: NewSource & { id?: number },
  context: AuditContext,
): Promise<{ id: number }> {
  const created = await tx
    .insertInto('source')
    .values({ ...source, name_folded: foldText(source.name), public: source.public ? 1 : 0 })
    .onConflict((same) => same.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw invalid('slug', ['source_slug_taken'])
  await auditCreation(tx, context, { table: 'source', id: created.id, action: 'source.create' })
  return created
}
