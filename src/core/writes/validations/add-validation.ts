import { auditChange, auditCreation } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { Micros } from '../../base/clock.ts'
import type { NewValidation } from '../../contract/new-contribution.ts'
import type { Tx } from '../../database/store.ts'
import { requireValidatable } from '../../model/accepts-validation.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

type Given = NewValidation & { userId: number; at: Micros }

/** `kept` if the user validated the georeference at the same time, in the same way, or later. */
export interface Validated {
  id: number
  outcome: 'added' | 'replaced' | 'kept'
}

/**
 * Adds the validation of a georeference by another user. A user has one validation of each georeference: a later one
 * replaces an earlier one.
 * @throws CatalogError kind `not_found` (georeference) or `conflict` (the user's own georeference)
 */
export async function addValidation(
  tx: Tx,
  given: Given,
  context: AuditContext,
): Promise<Validated> {
  const of = await requireGeoreference(tx, given)
  const { validation, userId: validated_by, at: validated_at } = given
  const notes = given.notes ?? null
  const before = await findOwn(tx, of, validated_by)
  if (before && !isReplaced(before, { validation, notes, validated_at })) {
    return { id: before.id, outcome: 'kept' }
  }
  if (before) {
    const row = { table: 'validation', id: before.id, action: 'validation.edit' } as const
    await auditChange(tx, context, row, () =>
      tx
        .updateTable('validation')
        .set({ validation, notes, validated_at })
        .where('id', '=', before.id)
        .execute(),
    )
    return { id: before.id, outcome: 'replaced' }
  }
  const { id } = await tx
    .insertInto('validation')
    .values({
      image_id: of.imageId,
      georeference_id: of.table === 'georeference' ? of.id : null,
      from_above_georeference_id: of.table === 'georeference' ? null : of.id,
      validation,
      notes,
      validated_by,
      validated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditCreation(tx, context, { table: 'validation', id, action: 'validation.create' })
  return { id, outcome: 'added' }
}

interface ValidatedGeoreference {
  table: GeoreferenceKind
  id: number
  imageId: number
}

async function requireGeoreference(tx: Tx, given: Given): Promise<ValidatedGeoreference> {
  const table = given.georeference === null ? 'from_above_georeference' : 'georeference'
  const id = given.georeference ?? given.from_above_georeference ?? 0
  const row = await tx
    .selectFrom(table)
    .select(['image_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  requireValidatable(row, { table, id, userId: given.userId })
  return { table, id, imageId: row.image_id }
}

function findOwn(tx: Tx, { table, id }: ValidatedGeoreference, userId: number) {
  return tx
    .selectFrom('validation')
    .select(['id', 'validation', 'notes', 'validated_at'])
    .where(`${table}_id`, '=', id)
    .where('validated_by', '=', userId)
    .orderBy('validated_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

interface Verdict {
  validation: string
  notes: string | null
  validated_at: Micros
}

function isReplaced(before: Verdict, after: Verdict): boolean {
  if (after.validated_at !== before.validated_at) return after.validated_at > before.validated_at
  return after.validation !== before.validation || after.notes !== before.notes
}
