import type { Tx } from '../database/store.ts'
import { BadField, fieldError } from './line-error.ts'
import { readDump, type ParsedLine } from './parse-line.ts'

/** A line that contradicts other lines. Its number is no longer known, so it is identified by its values. */
interface Contradiction {
  type: string
  /** Values that identify the line. */
  where: Record<string, unknown>
  field: string
  problem: string
}

/**
 * Checks rules across lines, after all rows are inserted.
 * @throws CatalogError kind `invalid` that names the contradicting line
 */
export async function requireConsistent(path: string, tx: Tx): Promise<void> {
  for (const find of [
    findMissingOriginal,
    findDuplicateOfDuplicate,
    findDuplicateWithPoint,
    findDuplicateWithArea,
    findSharedPosition,
    findRepeatedTagging,
    findHiddenComment,
  ]) {
    const found = await find(tx)
    if (found) throw await locate(path, found)
  }
}

/** Reads the file again to find the number of the line. Only a failed load pays for it. */
async function locate(
  path: string,
  { type, where, field, problem }: Contradiction,
): Promise<Error> {
  const isMatch = (line: ParsedLine): boolean =>
    line.type.type === type &&
    Object.entries(where).every(([name, value]) => line.value[name] === value)
  for await (const line of readDump(path)) {
    if (isMatch(line)) return fieldError(line, new BadField(field, problem))
  }
  return new Error(`no ${type} line found: ${field}: ${problem}`)
}

async function findMissingOriginal(tx: Tx): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom('image')
    .leftJoin('image as original', 'original.id', 'image.duplicate_of')
    .where('image.duplicate_of', 'is not', null)
    .where('original.id', 'is', null)
    .select(['image.id', 'image.duplicate_of'])
    .orderBy('image.id')
    .executeTakeFirst()
  const problem = `there is no image ${row?.duplicate_of}`
  return row && { type: 'image', where: { id: row.id }, field: 'duplicate_of', problem }
}

async function findDuplicateOfDuplicate(tx: Tx): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom('image')
    .innerJoin('image as original', 'original.id', 'image.duplicate_of')
    .where('original.duplicate_of', 'is not', null)
    .select(['image.id', 'image.duplicate_of', 'original.duplicate_of as further'])
    .orderBy('image.id')
    .executeTakeFirst()
  const problem = `image ${row?.duplicate_of} is a duplicate itself, of image ${row?.further}`
  return row && { type: 'image', where: { id: row.id }, field: 'duplicate_of', problem }
}

const findDuplicateWithPoint = (tx: Tx) => findGeoreferencedDuplicate(tx, 'georeference')
const findDuplicateWithArea = (tx: Tx) => findGeoreferencedDuplicate(tx, 'from_above_georeference')

async function findGeoreferencedDuplicate(
  tx: Tx,
  type: 'georeference' | 'from_above_georeference',
): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom(type)
    .innerJoin('image', 'image.id', `${type}.image_id`)
    .where('image.duplicate_of', 'is not', null)
    .select([`${type}.id`, 'image_id', 'duplicate_of'])
    .orderBy(`${type}.id`)
    .executeTakeFirst()
  const problem = `image ${row?.image_id} is a duplicate of image ${row?.duplicate_of}, and a duplicate has no georeferences`
  return row && { type, where: { id: row.id }, field: 'image', problem }
}

async function findSharedPosition(tx: Tx): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom('image_subject as tag')
    .innerJoin('image_subject as other', (join) =>
      join
        .onRef('other.image_id', '=', 'tag.image_id')
        .onRef('other.position', '=', 'tag.position')
        .onRef('other.subject_id', '<', 'tag.subject_id'),
    )
    .select(['tag.image_id as image', 'tag.subject_id as subject', 'tag.position'])
    .executeTakeFirst()
  if (!row) return undefined
  const { position, ...where } = row
  const problem = `${position} is taken by another subject of image ${row.image}`
  return { type: 'subject_tag', where, field: 'position', problem }
}

async function findHiddenComment(tx: Tx): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom('hidden_comment')
    .innerJoin('comment', 'comment.id', 'hidden_comment.id')
    .select('comment.id')
    .orderBy('comment.id')
    .executeTakeFirst()
  const problem = `${row?.id} is taken by a comment line`
  return row && { type: 'hidden_comment', where: { id: row.id }, field: 'id', problem }
}

/** A dump would not contain such a line, because its history omits changes that the tags already record. */
async function findRepeatedTagging(tx: Tx): Promise<Contradiction | undefined> {
  const row = await tx
    .selectFrom('subject_change as change')
    .innerJoin('image_subject as tag', (join) =>
      join
        .onRef('tag.image_id', '=', 'change.image_id')
        .onRef('tag.subject_id', '=', 'change.subject_id')
        .onRef('tag.tagged_at', '=', 'change.changed_at')
        .onRef('tag.tagged_by', 'is not distinct from', 'change.changed_by'),
    )
    .where('change.action', '=', 'added')
    .select(['change.image_id as image', 'change.subject_id as subject', 'changed_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const problem = 'the subject_tag line already records this change; remove this line'
  return { type: 'subject_change', where: { ...row, action: 'added' }, field: 'action', problem }
}
