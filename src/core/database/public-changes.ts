import type { Micros } from '../base/clock.ts'
import { preparedQuery } from './prepared-query.ts'
import type { Selects } from './store.ts'

/** Reads the position of the newest change; 0 if there is none. */
export async function readNewestPublicChange(reads: Selects): Promise<Micros> {
  const [newest] = await selectNewest(reads, {})
  return newest?.changed_at ?? 0
}

const selectNewest = preparedQuery((reads: Selects) =>
  reads.selectFrom('public_change').select('changed_at').orderBy('changed_at', 'desc').limit(1),
)
