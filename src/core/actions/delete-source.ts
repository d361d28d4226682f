import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { Selects, Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'
import { formatCount } from '../model/format-count.ts'

/** Deletes a source without collections. @throws CatalogError kind `conflict` if it has any */
export async function deleteSource(tx: Tx, id: number, context: AuditContext): Promise<void> {
  await requireEmptySource(tx, id)
  await auditChange(tx, context, { table: 'source', id, action: 'source.delete' }, () =>
    tx.deleteFrom('source').where('id', '=', id).execute(),
  )
}

/** @throws CatalogError kind `conflict` that says how many collections the source has */
export async function requireEmptySource(reads: Selects, id: number): Promise<void> {
  const { collections } = await reads
    .selectFrom('collection')
    .select(({ fn }) => fn.countAll<number>().as('collections'))
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow()
  if (collections === 0) return
  throw conflict(`Source ${id} has ${formatCount(collections, 'collection')}.`, {
    hint: 'Move them to another source (catalog admin collection move) or delete them first.',
  })
}
