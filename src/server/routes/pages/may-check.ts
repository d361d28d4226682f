import { requireValidator } from '../../../core/contributions/check-georeference.ts'
import type { Reads } from '../../../core/db/store.ts'
import { CatalogError } from '../../../core/errors.ts'
import { sessionContributor } from '../../contributor.ts'
import type { Visit } from '../../pages/visit.ts'

/** Whether the visitor may check the placements of others. */
export async function mayCheck(reads: Reads, { session }: Visit): Promise<boolean> {
  if (!session) return false
  try {
    await requireValidator(reads, sessionContributor(session))
    return true
  } catch (error) {
    if (error instanceof CatalogError && error.details.code === 'not_a_validator') return false
    throw error
  }
}
