import { recordSubjectChange } from './record-subject-change.ts'
import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { requireSubjectIds } from '../../queries/images/import-references.ts'

export interface Tagging {
  imageId: number
  /** Null if no user of the catalog tags: then the feed shows it only if it introduces the subject. */
  userId: number | null
  now: Micros
}

/** Ids of the subjects of an image, in the order of tagging. */
export interface TagChange {
  before: readonly number[]
  after: readonly number[]
}

/**
 * Tags an image with exactly these subjects, in this order, and records each change for the activity feed.
 * A reorder is recorded only if subjects that stay change places among themselves.
 * @returns the subjects before and after, which may be equal
 * @throws CatalogError kind `invalid` if a subject does not exist
 */
export async function setSubjects(tx: Tx, slugs: string[], tagging: Tagging): Promise<TagChange> {
  return setSubjectIds(tx, await requireSubjectIds(tx, slugs), tagging)
}

/** The same with the ids of subjects that exist, each once. */
export async function setSubjectIds(
  tx: Tx,
  next: readonly number[],
  tagging: Tagging,
): Promise<TagChange> {
  const previous = await listTaggedSubjects(tx, tagging.imageId)
  if (!isSame(previous, next)) await changeTags(tx, { before: previous, after: next }, tagging)
  return { before: previous, after: next }
}

async function changeTags(
  tx: Tx,
  { before: previous, after: next }: TagChange,
  { imageId, userId, now }: Tagging,
): Promise<void> {
  const [before, after] = [new Set(previous), new Set(next)]
  const removed = previous.filter((id) => !after.has(id))
  const added = next.filter((id) => !before.has(id))
  await writeTags(tx, { removed, next }, { imageId, userId, now })
  const change = { imageId, userId, at: now }
  for (const subjectId of removed) {
    await recordSubjectChange(tx, {
      ...change,
      action: 'removed',
      subjectId,
      previousOrder: previous,
    })
  }
  for (const subjectId of added) {
    await recordSubjectChange(tx, { ...change, action: 'added', subjectId })
  }
  const kept = previous.filter((id) => after.has(id))
  const keptNow = next.filter((id) => before.has(id))
  if (isSame(kept, keptNow)) return
  const orders = { previousOrder: [...kept, ...added], newOrder: next }
  await recordSubjectChange(tx, { ...change, action: 'reordered', ...orders })
}

/** Ids in the order of tagging. */
export async function listTaggedSubjects(tx: Tx, imageId: number): Promise<number[]> {
  const tags = await tx
    .selectFrom('image_subject')
    .select('subject_id')
    .where('image_id', '=', imageId)
    .orderBy('position')
    .orderBy('subject_id')
    .execute()
  return tags.map((tag) => tag.subject_id)
}

/** Tags that stay keep their user and time. */
async function writeTags(
  tx: Tx,
  { removed, next }: { removed: readonly number[]; next: readonly number[] },
  { imageId, userId, now }: Tagging,
): Promise<void> {
  if (removed.length > 0) {
    await tx
      .deleteFrom('image_subject')
      .where('image_id', '=', imageId)
      .where('subject_id', 'in', removed)
      .execute()
  }
  if (next.length === 0) return
  const tags = next.map((subject_id, index) => ({
    image_id: imageId,
    subject_id,
    position: index + 1,
    tagged_by: userId,
    tagged_at: now,
  }))
  await tx
    .insertInto('image_subject')
    .values(tags)
    .onConflict((tag) =>
      tag
        .columns(['image_id', 'subject_id'])
        .doUpdateSet((given) => ({ position: given.ref('excluded.position') }))
        .whereRef('image_subject.position', '<>', 'excluded.position'),
    )
    .execute()
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
