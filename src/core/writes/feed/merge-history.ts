import { inList } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import type { Micros } from '../../base/clock.ts'
import { insertIntroductions, insertSubjectGroups } from './replay.ts'
import { updateTimestamps } from './timestamps.ts'

/** A tag whose user and time follow from the merged history. */
export interface MergedTag {
  image_id: number
  tagged_by: number | null
  tagged_at: Micros
}

/** The subject that disappears, and the one that takes its place. */
export interface SubjectMerge {
  from: number
  into: number
}

/**
 * Gives the history of one subject to another, and rebuilds the events of both. Where an image had both subjects,
 * adding the second one changed nothing, and neither did removing one while the other stayed.
 * @returns the tags of images whose history has both subjects
 */
export async function mergeHistory(tx: Tx, merge: SubjectMerge): Promise<MergedTag[]> {
  const times = await deleteEvents(tx, [merge.from, merge.into])
  const { redundant, tags } = await replayCommonHistory(tx, merge)
  await tx.deleteFrom('subject_change').where('id', 'in', inList(redundant)).execute()
  await tx
    .updateTable('subject_change')
    .set({ subject_id: merge.into })
    .where('subject_id', '=', merge.from)
    .execute()
  const reordered = await mergeOrders(tx, merge)
  await insertIntroductions(tx, [merge.into])
  await insertSubjectGroups(tx, [merge.into])
  const inserted = await selectEvents(tx, [merge.into]).select('at').execute()
  await updateTimestamps(tx, [...times, ...reordered, ...inserted.map(({ at }) => at)])
  return tags
}

function selectEvents(tx: Tx, subjects: readonly number[]) {
  return tx.selectFrom('activity_event').where('subject_id', 'in', inList(subjects))
}

/** @returns the times of the events */
async function deleteEvents(tx: Tx, subjects: readonly number[]): Promise<Micros[]> {
  const events = await selectEvents(tx, subjects).select('at').execute()
  await tx.deleteFrom('activity_event').where('subject_id', 'in', inList(subjects)).execute()
  return events.map(({ at }) => at)
}

interface TagChange {
  id: number
  image_id: number
  subject_id: number | null
  action: 'added' | 'removed' | 'reordered'
  changed_by: number | null
  changed_at: Micros
}

interface CommonHistory {
  /** Ids of the changes after which the image shows the merged subject as before. */
  redundant: number[]
  tags: MergedTag[]
}

async function replayCommonHistory(tx: Tx, merge: SubjectMerge): Promise<CommonHistory> {
  const common: CommonHistory = { redundant: [], tags: [] }
  const changes = await listCommonChanges(tx, merge)
  for (const ofImage of groupAdjacent(changes, ({ image_id }) => image_id)) {
    const { redundant, last } = replayImage(ofImage)
    common.redundant.push(...redundant)
    if (last) {
      const { image_id, changed_by: tagged_by, changed_at: tagged_at } = last
      common.tags.push({ image_id, tagged_by, tagged_at })
    }
  }
  return common
}

/** Changes of images whose history has both subjects, image by image in the order in which they happened. */
function listCommonChanges(tx: Tx, { from, into }: SubjectMerge): Promise<TagChange[]> {
  const imagesOf = (subject: number) =>
    tx.selectFrom('subject_change').select('image_id').where('subject_id', '=', subject)
  return tx
    .selectFrom('subject_change')
    .select(['id', 'image_id', 'subject_id', 'action', 'changed_by', 'changed_at'])
    .where('subject_id', 'in', inList([from, into]))
    .where('image_id', 'in', imagesOf(from))
    .where('image_id', 'in', imagesOf(into))
    .orderBy('image_id')
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
}

/** @returns the redundant changes, and the change that tagged the image, if it is still tagged */
function replayImage(changes: readonly TagChange[]) {
  const tagged = new Set<number | null>()
  const redundant: number[] = []
  let last: TagChange | undefined
  for (const simultaneous of groupAdjacent(changes, ({ changed_at }) => changed_at)) {
    const before = tagged.size > 0
    for (const { action, subject_id } of simultaneous) {
      if (action === 'added') tagged.add(subject_id)
      else tagged.delete(subject_id)
    }
    const after = tagged.size > 0
    const kept =
      before === after
        ? undefined
        : simultaneous.find(({ action }) => action === (after ? 'added' : 'removed'))
    redundant.push(...simultaneous.filter((change) => change !== kept).map(({ id }) => id))
    if (kept) last = after ? kept : undefined
  }
  return { redundant, last }
}

function groupAdjacent<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const groups: T[][] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && keyOf(group[0]) === keyOf(item)) group.push(item)
    else groups.push([item])
  }
  return groups
}

/**
 * Replaces the subject in the orders of reorderings, and deletes reorderings that change nothing then.
 * @returns the times of the deleted ones
 */
async function mergeOrders(tx: Tx, merge: SubjectMerge): Promise<Micros[]> {
  const changes = await tx
    .selectFrom('subject_change')
    .select(['id', 'changed_at', 'previous_order', 'new_order'])
    // The first condition makes the second one use an index.
    .where('subject_id', 'is', null)
    .where('action', '=', 'reordered')
    .execute()
  const deleted: Micros[] = []
  for (const change of changes) {
    const previous = parseOrder(change.previous_order)
    const next = parseOrder(change.new_order)
    if (![...previous, ...next].includes(merge.from)) continue
    const orders = {
      previous_order: JSON.stringify(mergeOrder(previous, merge)),
      new_order: JSON.stringify(mergeOrder(next, merge)),
    }
    if (orders.previous_order === orders.new_order) {
      await tx.deleteFrom('subject_change').where('id', '=', change.id).execute()
      deleted.push(change.changed_at)
    } else {
      await tx.updateTable('subject_change').set(orders).where('id', '=', change.id).execute()
    }
  }
  return deleted
}

function parseOrder(order: string | null): number[] {
  return JSON.parse(order ?? '[]') as number[]
}

function mergeOrder(order: readonly number[], { from, into }: SubjectMerge): number[] {
  return [...new Set(order.map((id) => (id === from ? into : id)))]
}
