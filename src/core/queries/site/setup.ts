import { literal } from '../../database/expressions.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import { SETUP_STEPS, type SetupStep } from '../../model/setup-steps.ts'

/** Finds the missing steps of a catalog without public images, by one query, which stops at the first row of each table. */
export async function findMissingSteps(reads: Reads): Promise<SetupStep[]> {
  const [found] = await selectSteps(reads, {})
  return SETUP_STEPS.filter((step) => (found?.[step] ?? null) === null)
}

const selectSteps = preparedQuery((reads: Reads) => {
  const visible = selectVisibleCollections(reads, { visibility: 'public' })
  const first = (table: 'source' | 'collection' | 'image') =>
    reads.selectFrom(table).select('id').limit(1)
  return reads.selectNoFrom(({ fn }) => [
    fn
      .coalesce(
        reads.selectFrom('user').select('username').where('is_staff', '=', literal(1)).limit(1),
        reads.selectFrom('staff_invitation').select('username').limit(1),
      )
      .as('staff'),
    first('source').as('source'),
    first('collection').as('collection'),
    first('image').as('images'),
    reads
      .selectFrom('collection_count')
      .select('collection_id')
      .where('images', '>', 0)
      .where('collection_id', 'in', visible)
      .limit(1)
      .as('public'),
  ])
})
