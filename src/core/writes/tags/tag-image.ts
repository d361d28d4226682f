import { listTaggedSubjects, setSubjectIds } from '../feed/set-subjects.ts'
import { auditTags } from './audit-tags.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { inList } from '../../database/sql.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'

export interface Retagging {
  imageId: number
  /** Ids of subjects that exist. */
  subjectIds: readonly number[]
  /** The user whom the feed names; null if none. */
  userId: number | null
}

/**
 * Tags an image with subjects, after those that it has. Subjects that it has already stay.
 * @param order the subjects of the image before these were removed, which return to the places beside them
 * @returns whether it changed
 * @throws CatalogError kind `not_found` (image)
 */
export function tagImage(
  tx: Tx,
  { order = [], ...tagging }: Retagging & { order?: readonly number[] | undefined },
  context: AuditContext,
): Promise<boolean> {
  return retag(tx, tagging, context, (current) =>
    tagging.subjectIds.reduce((tags, id) => insertInOrder(tags, id, order), current),
  )
}

/** Inserts a subject after the nearest one that preceded it, or else before the nearest one that followed it. */
function insertInOrder(
  current: readonly number[],
  id: number,
  order: readonly number[],
): readonly number[] {
  if (current.includes(id)) return current
  const place = order.indexOf(id)
  const isTagged = (other: number): boolean => current.includes(other)
  const previous = order.slice(0, Math.max(place, 0)).findLast(isTagged)
  if (previous !== undefined) return current.toSpliced(current.indexOf(previous) + 1, 0, id)
  const next = order.slice(place + 1).find(isTagged)
  return next === undefined ? [...current, id] : current.toSpliced(current.indexOf(next), 0, id)
}

/**
 * Gives an image exactly these subjects, in this order.
 * @returns whether it changed
 * @throws CatalogError kind `not_found` (image), or `conflict` if a subject does not exist
 */
export async function tagExactly(
  tx: Tx,
  tagging: Retagging,
  context: AuditContext,
): Promise<boolean> {
  const { subjectIds } = tagging
  const known = await tx
    .selectFrom('subject')
    .select('id')
    .where('id', 'in', inList(subjectIds))
    .execute()
  if (known.length < subjectIds.length) throw conflict(['subject_gone'])
  return retag(tx, tagging, context, () => subjectIds)
}

/** Removes subjects from an image. Returns whether it changed. @throws CatalogError kind `not_found` (image) */
export function untagImage(tx: Tx, tagging: Retagging, context: AuditContext): Promise<boolean> {
  return retag(tx, tagging, context, (before) =>
    before.filter((id) => !tagging.subjectIds.includes(id)),
  )
}

/**
 * Puts the subjects of an image in another order.
 * @returns whether it changed
 * @throws CatalogError kind `not_found` (image), or `conflict` unless exactly its subjects are given
 */
export function reorderSubjects(
  tx: Tx,
  tagging: Retagging,
  context: AuditContext,
): Promise<boolean> {
  const { imageId, subjectIds } = tagging
  return retag(tx, tagging, context, (before) => {
    if (isSameSet(before, subjectIds)) return subjectIds
    throw conflict(['other_subjects', imageId, before])
  })
}

async function retag(
  tx: Tx,
  { imageId, userId }: Retagging,
  context: AuditContext,
  change: (before: readonly number[]) => readonly number[],
): Promise<boolean> {
  const images = await lockImages(tx, [imageId])
  if (images.size === 0) throw notFound(`Image ${imageId} does not exist.`)
  const next = change(await listTaggedSubjects(tx, imageId))
  const tags = await setSubjectIds(tx, next, { imageId, userId, now: context.now })
  return await auditTags(tx, context, imageId, tags)
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
