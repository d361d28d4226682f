import { getUserId } from '../../audit/actor.ts'
import { listTaggedSubjects } from '../feed/set-subjects.ts'
import { tagExactly } from '../tags/tag-image.ts'
import { readState } from '../../audit/audit-row.ts'
import type { AuditContext, AuditedState } from '../../audit/record-audit.ts'
import { storedImage } from '../../contract/image-update.ts'
import { parseFields } from '../../contract/parse-fields.ts'
import type { Selects, Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { applyCorrection } from '../images/edit-image.ts'
import {
  hasOnly,
  isEdit,
  notRevertible,
  requireCurrent,
  type Edit,
  type Reversal,
} from './reversal.ts'

/** The member of a correction that sets each column of an image, except for the license. */
const MEMBERS: Readonly<Record<string, string>> = {
  title: 'title',
  original_date: 'original_date',
  edtf_date: 'edtf_date',
  original_url: 'source_url',
  description: 'description',
  creator: 'creator',
  reference_id: 'reference_id',
  archive_position: 'archive_position',
  rotation: 'rotation',
  mirror: 'mirror',
  from_above: 'from_above',
  will_not_georef: 'will_not_georef',
  duplicate_of: 'duplicate_of',
  scale: 'scale',
  position: 'order',
  collection_id: 'collection',
}

const COLUMNS = [...Object.keys(MEMBERS), 'license_id', 'subjects']

/** The record of an image, or its subjects. */
export const imageReversal: Reversal = {
  findObstacle(entry) {
    // An entry without a state is a request to process the file again.
    if (entry.before === null) return entry.after === null ? 'no_values' : 'created'
    if (entry.after === null) return 'deleted'
    if (Object.keys(entry.before).some((name) => name.startsWith('file_'))) return 'file_replaced'
    return hasOnly(entry, COLUMNS) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (!isEdit(entry)) throw notRevertible()
    const imageId = Number(entry.objectId)
    const row = await readState(tx, { table: 'image', id: imageId })
    if (!row) throw notFound(`The image ${imageId} does not exist any more.`)
    const subjects = await listTaggedSubjects(tx, imageId)
    requireCurrent(entry, { ...row, subjects })
    return revertImage(tx, entry, context)
  },
}

async function revertImage(
  tx: Tx,
  { objectId, before }: Edit,
  context: AuditContext,
): Promise<boolean> {
  const imageId = Number(objectId)
  const taggedBy = getUserId(context.actor)
  const { subjects, ...columns } = before
  if (subjects !== undefined) {
    await tagExactly(tx, { imageId, subjectIds: subjects as number[], userId: taggedBy }, context)
    return false
  }
  const input = parseFields(storedImage, await toMembers(tx, columns))
  const { isQueued } = await applyCorrection(tx, { imageId, input, taggedBy }, context)
  return isQueued
}

async function toMembers(
  reads: Selects,
  { license_id: license, ...columns }: AuditedState,
): Promise<Record<string, unknown>> {
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      MEMBERS[name],
      // The correction takes booleans, and the log has 0 and 1.
      name === 'from_above' || name === 'will_not_georef' ? value === 1 : value,
    ]),
  )
  if (license !== undefined) members['license_name'] = await findLicenseName(reads, license)
  return members
}

async function findLicenseName(reads: Selects, id: unknown): Promise<string | null> {
  if (id === null) return null
  const license = await reads
    .selectFrom('license')
    .select('name')
    .where('id', '=', Number(id))
    .executeTakeFirst()
  if (!license) throw conflict(['license_gone'])
  return license.name
}
