import { recordAnnouncement } from '../feed/record.ts'
import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { useCase } from '../run/use-case.ts'

export interface Announced {
  id: number
  name: string
  announced_at: Micros
}

/** Announces a collection in the activity feed, once. */
export const announceCollection = useCase({
  name: 'collection.announce',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  run: (tx, { id }: { id: number }, context) => announce(tx, id, context),
})

/**
 * @throws CatalogError kind `not_found`, or `conflict` if it was announced before or is not public
 */
export function announce(tx: Tx, id: number, context: AuditContext): Promise<Announced> {
  const row = { table: 'collection', id, action: 'collection.announce' } as const
  return auditChange(tx, context, row, () => recordAnnounced(tx, id, context.now))
}

async function recordAnnounced(tx: Tx, id: number, now: Micros): Promise<Announced> {
  const announced = await tx
    .updateTable('collection')
    .set({ announced_at: now })
    .where('id', '=', id)
    .where('announced_at', 'is', null)
    .where('public', '=', 1)
    .where('source_id', 'in', (from) =>
      from.selectFrom('source').select('source.id').where('source.public', '=', 1),
    )
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!announced) throw await refusal(tx, id)
  await recordAnnouncement(tx, { collectionId: id, at: now })
  return { ...announced, announced_at: now }
}

async function refusal(tx: Tx, id: number): Promise<Error> {
  const collection = await tx
    .selectFrom('collection')
    .select(['name', 'announced_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!collection) return notFound(`Collection ${id} does not exist.`)
  const { name, announced_at: at } = collection
  if (at !== null) return conflict(['announced_before', name, at])
  return conflict(['not_public', name])
}
