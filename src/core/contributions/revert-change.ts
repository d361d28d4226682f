import { editCollection, editSource } from '../actions/edit-source.ts'
import { moveCollection } from '../actions/move-collection.ts'
import { setPublic } from '../actions/set-public.ts'
import { tagExactly } from '../actions/tag-image.ts'
import { readState } from '../audit/audit-row.ts'
import type { AuditContext, AuditedState } from '../audit/record-audit.ts'
import { listTaggedSubjects } from '../activity/set-subjects.ts'
import { collectionEdit, sourceEdit } from '../contract/edit-source.ts'
import { imageCorrection } from '../contract/image-update.ts'
import { parseFields } from '../contract/parse-fields.ts'
import type { Selects, Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'
import { getAuditEntry, type AuditEntry } from '../queries/audit.ts'
import { applyCorrection } from './correct-image.ts'

/** A change whose previous values can be written again: one of an image, a source or a collection. */
type RevertibleEntry = AuditEntry & {
  objectType: 'image' | 'source' | 'collection'
  before: AuditedState
  after: AuditedState
}

/** The member of a correction that sets each column of an image, except for the license. */
const IMAGE_MEMBERS: Readonly<Record<string, string>> = {
  title: 'title',
  original_date: 'original_date',
  edtf_date: 'edtf_date',
  original_url: 'source_url',
  description: 'description',
  creator: 'creator',
  reference_id: 'reference_id',
  rotation: 'rotation',
  mirror: 'mirror',
  from_above: 'from_above',
  will_not_georef: 'will_not_georef',
  duplicate_of: 'duplicate_of',
  scale: 'scale',
  position: 'order',
  collection_id: 'collection',
}

const EDITED = ['name', 'slug', 'url', 'description', 'public']

const REVERTIBLE_COLUMNS: Record<RevertibleEntry['objectType'], readonly string[]> = {
  image: [...Object.keys(IMAGE_MEMBERS), 'license_id', 'subjects'],
  source: EDITED,
  collection: [...EDITED, 'source_id'],
}

/** Whether a change can be reverted, unless the object was changed since. */
export function isRevertible(entry: AuditEntry): entry is RevertibleEntry {
  const { objectType, before, after } = entry
  if (before === null || after === null) return false
  if (objectType !== 'image' && objectType !== 'source' && objectType !== 'collection') return false
  return Object.keys(before).every((name) => REVERTIBLE_COLUMNS[objectType].includes(name))
}

/**
 * Writes the values before a change again, as a change of its own in the audit log.
 * @returns whether new derived images were queued
 * @throws CatalogError kind `not_found` (entry, or its object), or `conflict` if it cannot be reverted or if the object
 *   was changed since; or the errors of that change
 */
export async function revertChange(
  tx: Tx,
  entryId: number,
  context: AuditContext,
): Promise<{ isQueued: boolean }> {
  const entry = await getAuditEntry(tx, entryId)
  if (!isRevertible(entry)) {
    throw conflict('This kind of change cannot be reverted.', { code: 'not_revertible' })
  }
  await requireUnchanged(tx, entry)
  return entry.objectType === 'image'
    ? revertImage(tx, entry, context)
    : revertRecord(tx, entry, context)
}

async function requireUnchanged(tx: Tx, entry: RevertibleEntry): Promise<void> {
  const { objectType, after } = entry
  const id = Number(entry.objectId)
  const row = await readState(tx, { table: objectType, id })
  if (!row) throw notFound(`The ${objectType} ${id} does not exist any more.`)
  const current: AuditedState =
    'subjects' in after ? { subjects: await listTaggedSubjects(tx, id) } : row
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(current[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (changed.length === 0) return
  const now = changed.map((name) => `${name} is now ${JSON.stringify(current[name] ?? null)}`)
  throw conflict(`The ${objectType} ${id} was changed since: ${now.join(', ')}.`, {
    code: 'changed_since',
  })
}

async function revertImage(
  tx: Tx,
  { objectId, before }: RevertibleEntry,
  context: AuditContext,
): Promise<{ isQueued: boolean }> {
  const imageId = Number(objectId)
  const taggedBy = 'userId' in context.actor ? context.actor.userId : null
  const { subjects, license_id: license, ...columns } = before
  if (subjects !== undefined) {
    await tagExactly(tx, { imageId, subjectIds: subjects as number[], userId: taggedBy }, context)
    return { isQueued: false }
  }
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      IMAGE_MEMBERS[name],
      // The correction takes booleans, and the log has 0 and 1.
      name === 'from_above' || name === 'will_not_georef' ? value === 1 : value,
    ]),
  )
  if (license !== undefined) members['license_name'] = await findLicenseName(tx, license)
  const input = parseFields(imageCorrection, members)
  return applyCorrection(tx, { imageId, input, taggedBy }, context)
}

async function findLicenseName(reads: Selects, id: unknown): Promise<string | null> {
  if (id === null) return null
  const license = await reads
    .selectFrom('license')
    .select('name')
    .where('id', '=', Number(id))
    .executeTakeFirst()
  if (!license) throw conflict('The license that the image had does not exist any more.')
  return license.name
}

async function revertRecord(
  tx: Tx,
  { objectType, objectId, before }: RevertibleEntry,
  context: AuditContext,
): Promise<{ isQueued: false }> {
  const id = Number(objectId)
  const { public: shown, source_id: source, ...columns } = before
  const table = objectType === 'source' ? 'source' : 'collection'
  if (Object.keys(columns).length > 0) {
    if (table === 'source') await editSource(tx, id, parseFields(sourceEdit, columns), context)
    else await editCollection(tx, id, parseFields(collectionEdit, columns), context)
  }
  if (shown !== undefined) await setPublic(tx, { table, id, isPublic: shown === 1 }, context)
  if (source !== undefined) await moveToSource(tx, { id, sourceId: Number(source) }, context)
  return { isQueued: false }
}

async function moveToSource(
  tx: Tx,
  move: { id: number; sourceId: number },
  context: AuditContext,
): Promise<void> {
  const source = await readState(tx, { table: 'source', id: move.sourceId })
  if (!source) throw conflict(`The source ${move.sourceId} does not exist any more.`)
  await moveCollection(tx, move, context)
}
