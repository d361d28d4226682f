import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { foldText } from '../../model/fold.ts'
import { toItemUri } from '../../model/item-id.ts'

/** Title and description of an item in Wikidata. */
export interface ItemTexts {
  /** The id after redirects. */
  item: string
  title: string
  description: string
}

export type Refreshed =
  | { state: 'refreshed' | 'unchanged' }
  /** The item was merged into one that another subject has. */
  | { state: 'merged_item'; other: string }

/**
 * Updates what a subject repeats of its Wikidata item. A title that was edited stays, as does the slug. If the item
 * was merged into another one, the subject gets that one, unless another subject has it.
 */
export async function refreshSubject(
  tx: Tx,
  id: number,
  { item, title, description }: ItemTexts,
  context: AuditContext,
): Promise<Refreshed> {
  const known = await tx.selectFrom('subject').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return { state: 'unchanged' }
  const other = item === known.kb_id ? undefined : await findOther(tx, item)
  if (other) return { state: 'merged_item', other: other.slug }
  const hasOwnTitle = known.title !== known.kb_title
  const changes = {
    kb_id: item,
    kb_uri: toItemUri(item),
    kb_title: title,
    kb_description: description,
    ...(!hasOwnTitle && { title, title_folded: foldText(title) }),
  }
  const names = Object.keys(changes) as (keyof typeof changes)[]
  if (names.every((name) => changes[name] === known[name])) return { state: 'unchanged' }
  await auditChange(tx, context, { table: 'subject', id, action: 'subject.refresh' }, () =>
    tx.updateTable('subject').set(changes).where('id', '=', id).execute(),
  )
  return { state: 'refreshed' }
}

function findOther(tx: Tx, item: string): Promise<{ slug: string } | undefined> {
  return tx
    .selectFrom('subject')
    .select('slug')
    .where('kb_id', '=', item)
    .orderBy('id')
    .executeTakeFirst()
}
