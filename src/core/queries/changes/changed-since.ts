import type { Micros } from '../../base/clock.ts'
import { column } from '../../database/expressions.ts'
import { withoutIndex } from '../../database/sql.ts'
import type { Selects } from '../../database/store.ts'
import type { PublicKind } from '../../model/public-kinds.ts'

/** Selects the ids of what changed for the public at this time or later. */
export function selectChangedSince(reads: Selects, kind: PublicKind, since: Micros) {
  // Most changes are of images: the index of the times finds the latest, and the primary key those of the other kinds.
  const ofKind = column<PublicKind>('kind')
  return reads
    .selectFrom('public_change')
    .select('ref')
    .where(kind === 'image' ? withoutIndex(ofKind) : ofKind, '=', kind)
    .where('changed_at', '>=', since)
}
