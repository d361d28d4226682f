import { hideCommentRow, unhideCommentRow } from '../comments/hide-comment.ts'
import {
  restoreComment,
  restoreGeoreference,
  restoreValidation,
  restoreVerdict,
  type DeletedGeoreference,
} from './restore-contribution.ts'
import { readState } from '../../audit/audit-row.ts'
import type { AuditContext, AuditedState } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import {
  changedSince,
  hasExactly,
  hasOnly,
  isDeletion,
  isEdit,
  notRevertible,
  pickMembers,
  requireCurrent,
  type Edit,
  type Reversal,
} from './reversal.ts'

/** Contributions that moderators deleted, hid or replaced. */

const COMMENT = ['id', 'image_id', 'text', 'commented_by', 'created_at']

const VALIDATION = [
  'id',
  'image_id',
  'georeference_id',
  'from_above_georeference_id',
  'validation',
  'notes',
  'validated_by',
  'validated_at',
]

/** Columns that a new verdict replaces in a validation. */
const VERDICT = ['validation', 'notes', 'validated_at']

const PLACEMENT = ['id', 'image_id', 'confidence', 'confidence_notes', 'user_id', 'created_at']

const GEOREFERENCE: Record<GeoreferenceKind, readonly string[]> = {
  georeference: [...PLACEMENT, 'latitude', 'longitude', 'direction', 'validations'],
  from_above_georeference: [...PLACEMENT, 'polygon', 'validations'],
}

export const georeferenceReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    const columns = GEOREFERENCE[entry.objectType as GeoreferenceKind]
    return isDeletion(entry) && hasExactly(entry, columns) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (!isDeletion(entry)) throw notRevertible()
    const columns = GEOREFERENCE[entry.objectType as GeoreferenceKind]
    const { validations, ...row } = pickMembers(entry.before, columns)
    const rows = (validations as AuditedState[]).map((one) => pickMembers(one, VALIDATION))
    const deleted = { table: entry.objectType, row, validations: rows } as unknown
    await restoreGeoreference(tx, deleted as DeletedGeoreference, context)
    return false
  },
}

export const validationReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    if (isEdit(entry)) return hasOnly(entry, VERDICT) ? null : 'incomplete'
    return hasExactly(entry, VALIDATION) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (isEdit(entry)) {
      await revertVerdict(tx, entry, context)
      return false
    }
    if (!isDeletion(entry)) throw notRevertible()
    const row = pickMembers(entry.before, VALIDATION) as unknown as Row<'validation'>
    await restoreValidation(tx, row, context)
    return false
  },
}

async function revertVerdict(tx: Tx, entry: Edit, context: AuditContext): Promise<void> {
  const id = Number(entry.objectId)
  const row = await readState(tx, { table: 'validation', id })
  if (!row) throw notFound(`The validation ${id} does not exist any more.`)
  requireCurrent(entry, row)
  await restoreVerdict(tx, { id, columns: entry.before }, context)
}

export const commentReversal: Reversal = {
  findObstacle(entry) {
    if (entry.before === null) return 'created'
    const columns = isEdit(entry) ? [...COMMENT, 'hidden_at'] : COMMENT
    return hasExactly(entry, columns) ? null : 'incomplete'
  },
  async revert(tx, entry, context) {
    if (isEdit(entry)) {
      await revertHiding(tx, entry, context)
      return false
    }
    if (!isDeletion(entry)) throw notRevertible()
    const row = pickMembers(entry.before, COMMENT) as unknown as Row<'comment'>
    await restoreComment(tx, row, context)
    return false
  },
}

async function revertHiding(
  tx: Tx,
  { objectId, before, after }: Edit,
  context: AuditContext,
): Promise<void> {
  const id = Number(objectId)
  if ((await findHiddenSince(tx, id)) !== after['hidden_at'])
    throw changedSince(['comment_changed_since', id])
  await (before['hidden_at'] === null ? unhideCommentRow : hideCommentRow)(tx, id, context)
}

/** When a comment was hidden; null if it is shown. */
async function findHiddenSince(tx: Tx, id: number): Promise<number | null> {
  const hidden = await tx
    .selectFrom('hidden_comment')
    .select('hidden_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (hidden) return hidden.hidden_at
  const shown = await tx.selectFrom('comment').select('id').where('id', '=', id).executeTakeFirst()
  if (!shown) throw notFound(`The comment ${id} does not exist any more.`)
  return null
}
