import type { Contributor } from '../../auth/contributor.ts'
import { addValidation } from './add-validation.ts'
import { CATALOG_SETTINGS } from '../../contract/settings.ts'
import { check, type Check } from '../../contract/contribution.ts'
import { lockImageIfVisible } from '../../database/lock-image.ts'
import type { Selects, Tx } from '../../database/store.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { TRUSTED_GEOREFERENCES } from '../../base/limits.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import type { Validators } from '../../model/validators.ts'
import type { Problem } from '../../base/problems/problem.ts'
import { findValidation, type ValidationRow } from '../../queries/images/detail-lists.ts'
import { readStoredSetting } from '../../queries/settings/stored-setting.ts'
import { useCase } from '../run/use-case.ts'

/** A validation, and whether it replaces one that the contributor made earlier. */
export interface Checked {
  validation: ValidationRow
  isReplacement: boolean
}

interface Checkable {
  table: GeoreferenceKind
  /** Id of the georeference. */
  id: number
}

/** Validates the georeference of another user. It replaces the contributor's earlier validation of it, if any. */
export const checkGeoreference = useCase({
  name: 'validation.add',
  access: 'contributor',
  limit: 'validations',
  once: true,
  input: check,
  async run(tx, { table, id, ...verdict }: Check & Checkable, context): Promise<Checked> {
    const { contributor, now } = context
    await requireCheckable(tx, { table, id }, contributor)
    const of =
      table === 'georeference'
        ? { georeference: id, from_above_georeference: null }
        : { georeference: null, from_above_georeference: id }
    const given = { ...verdict, ...of, userId: contributor.userId, at: now }
    const { id: added, outcome } = await addValidation(tx, given, context)
    const validation = await findValidation(tx, added)
    if (!validation) throw new Error('the validation cannot be read')
    return { validation, isReplacement: outcome !== 'added' }
  },
})

/**
 * @throws CatalogError kind `not_found` (georeference), or `forbidden` (the contributor's own, or a contributor who may
 *   not check yet)
 */
async function requireCheckable(
  tx: Tx,
  { table, id }: Checkable,
  contributor: Contributor,
): Promise<void> {
  const imageId = await findImage(tx, table, id)
  if (imageId === undefined) throw unknownGeoreference()
  const image = await lockImageIfVisible(tx, imageId, contributor.visibility)
  if (!image) throw unknownGeoreference()
  // Read again under the lock, which every removal of a georeference takes first.
  const made = await tx.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst()
  if (!made) throw unknownGeoreference()
  if (made.user_id === contributor.userId) {
    throw new CatalogError('forbidden', ['own_georeference'], { code: 'own_georeference' })
  }
  await requireValidator(tx, contributor)
}

async function findImage(tx: Tx, table: GeoreferenceKind, id: number): Promise<number | undefined> {
  const row = await tx.selectFrom(table).select('image_id').where('id', '=', id).executeTakeFirst()
  return row?.image_id
}

function unknownGeoreference(): CatalogError {
  return notFound('Georeference not found.')
}

/** Why a person may not check: only staff may here, or the person has placed too few images. */
export type CheckObstacle = 'onlyStaff' | 'tooFewPlaced'

const OBSTACLES: Readonly<Record<CheckObstacle, Problem>> = {
  onlyStaff: ['only_staff_check'],
  tooFewPlaced: ['too_few_placed', TRUSTED_GEOREFERENCES],
}

/**
 * Requires that a person may check the georeferences of others.
 * @throws CatalogError kind `forbidden`
 */
export async function requireValidator(reads: Selects, contributor: Contributor): Promise<void> {
  const obstacle = await findCheckObstacle(reads, contributor)
  if (obstacle === undefined) return
  throw new CatalogError('forbidden', OBSTACLES[obstacle], { code: 'not_a_validator' })
}

/**
 * Finds why a person may not check the georeferences of others. Undefined if the person may: staff, and those whom the
 * setting `validators` allows.
 */
export async function findCheckObstacle(
  reads: Selects,
  { userId, isStaff }: Pick<Contributor, 'userId' | 'isStaff'>,
): Promise<CheckObstacle | undefined> {
  if (isStaff) return undefined
  const validators = await readValidators(reads)
  if (validators === 'staff') return 'onlyStaff'
  if (validators === 'everyone' || (await isTrusted(reads, userId))) return undefined
  return 'tooFewPlaced'
}

async function readValidators(reads: Selects): Promise<Validators> {
  const { fallback, stored } = CATALOG_SETTINGS.validators
  const parsed = stored.safeParse(await readStoredSetting(reads, 'validators'))
  return parsed.success ? parsed.data : fallback
}

async function isTrusted(reads: Selects, userId: number): Promise<boolean> {
  const count = await reads
    .selectFrom('user_count')
    .select(['points', 'areas'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return count !== undefined && count.points + count.areas >= TRUSTED_GEOREFERENCES
}
