import type { Micros } from '../../base/clock.ts'
import type { Selects } from '../../database/store.ts'
import type { PublicKind } from '../../model/public-kinds.ts'

/** Selects the ids of what changed for the public at this time or later. The index of the times finds them. */
export function selectChangedSince(reads: Selects, kind: PublicKind, since: Micros) {
  return reads
    .selectFrom('public_change')
    .select('ref')
    .where('kind', '=', kind)
    .where('changed_at', '>=', since)
}
