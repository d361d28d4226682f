import { getUserId } from '../audit/actor.ts'
import { auditChange } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { newFlag, type NewFlag } from '../contract/contribution.ts'
import { hiddenPlace } from '../contract/flag.ts'
import { applyCorrection } from './images/edit-image.ts'
import { lockVisibleImage } from '../database/lock-image.ts'
import { refuseDuplicate } from '../database/refuse-duplicate.ts'
import type { Tx } from '../database/store.ts'
import type { Row } from '../database/tables.ts'
import { conflict, invalid, notFound } from '../base/errors.ts'
import { isHiddenCollection } from '../queries/sources/hidden-collections.ts'
import { useCase } from './run/use-case.ts'

/** A report, and whether the contributor had made it before. */
export interface Reported {
  flag: Row<'flag'>
  isNew: boolean
}

/**
 * Reports an image to staff. A contributor has one open report of an image and reason, whose text a later one replaces.
 */
export const flagImage = useCase({
  name: 'image.flag',
  access: 'contributor',
  limit: 'flags',
  once: true,
  input: newFlag,
  async run(
    tx,
    { imageId, reason, text }: NewFlag & { imageId: number },
    { contributor: { userId, visibility }, now },
  ): Promise<Reported> {
    await lockVisibleImage(tx, imageId, visibility)
    // The lock of the image keeps a second report of the same user away.
    const known = await tx
      .updateTable('flag')
      .set((flag) => ({ text: text ?? flag.ref('text') }))
      .where('image_id', '=', imageId)
      .where('flagged_by', '=', userId)
      .where('reason', '=', reason)
      .where('resolved_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (known) return { flag: known, isNew: false }
    const flag = await tx
      .insertInto('flag')
      .values({
        image_id: imageId,
        reason,
        text: text ?? null,
        flagged_by: userId,
        flagged_at: now,
        resolved_by: null,
        resolved_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { flag, isNew: true }
  },
})

/** Resolves a report, if it is open. */
export const resolveFlag = useCase({
  name: 'flag.resolve',
  access: 'moderator',
  limit: 'moderations',
  async run(tx, { id }: { id: number }, context) {
    await markResolved(tx, id, context)
  },
})

/** Opens a resolved report again. */
export const reopenFlag = useCase({
  name: 'flag.reopen',
  access: 'moderator',
  limit: 'moderations',
  run: (tx, { id }: { id: number }, context) => markOpen(tx, id, context),
})

/** Hides an image that was reported: moves it to a collection that is not public, and resolves the report. */
export const hideFlaggedImage = useCase({
  name: 'flag.hide',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  input: hiddenPlace,
  async run(tx, { id, collection }: { id: number; collection: number }, context) {
    const flag = await tx
      .selectFrom('flag')
      .select('image_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!flag) throw notFound('Report not found.')
    if (!(await isHiddenCollection(tx, collection)))
      throw invalid('collection', ['public_collection'])
    const move = { imageId: flag.image_id, input: { collection }, taggedBy: null }
    await applyCorrection(tx, move, context)
    await markResolved(tx, id, context)
    return null
  },
})

/**
 * Marks a report as resolved.
 * @returns false if it was resolved before
 * @throws CatalogError kind `not_found`
 */
export async function markResolved(tx: Tx, id: number, context: AuditContext): Promise<boolean> {
  const { actor, now } = context
  const resolved_by = getUserId(actor)
  const row = { table: 'flag', id, action: 'flag.resolve' } as const
  const resolved = await auditChange(tx, context, row, () =>
    tx
      .updateTable('flag')
      .set({ resolved_at: now, resolved_by })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!resolved) await requireFlag(tx, id)
  return resolved !== undefined
}

/**
 * Marks a resolved report as open.
 * @throws CatalogError kind `not_found`, or `conflict` if its user has reported the image again for the same reason
 */
export async function markOpen(tx: Tx, id: number, context: AuditContext): Promise<void> {
  const again = conflict(['reported_since'])
  await requireFlag(tx, id)
  await auditChange(tx, context, { table: 'flag', id, action: 'flag.reopen' }, () =>
    refuseDuplicate('reason', again, () =>
      tx
        .updateTable('flag')
        .set({ resolved_at: null, resolved_by: null })
        .where('id', '=', id)
        .execute(),
    ),
  )
}

async function requireFlag(tx: Tx, id: number): Promise<void> {
  const known = await tx.selectFrom('flag').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('Report not found.')
}
