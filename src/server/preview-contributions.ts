import { formatTimestamp } from '../core/clock.ts'
import type { ContributionsPreview } from '../core/contract/moderation.ts'
import type { Selects } from '../core/db/store.ts'
import { MAX_COUNTED_CONTRIBUTIONS, MAX_LISTED_CONTRIBUTIONS } from '../core/limits.ts'
import type { ContributionKind } from '../core/model/contribution-kinds.ts'
import {
  countContributionsSince,
  listNewestContributions,
  nameCounts,
  type RevertibleKind,
} from '../core/queries/contributions-since.ts'
import type { ContributionsSince } from '../core/queries/user-since.ts'

const NAMES: Record<RevertibleKind, ContributionKind> = {
  georeference: 'point_georeference',
  from_above_georeference: 'from_above_georeference',
  validation: 'validation',
  comment: 'comment',
  tag: 'tag',
  removed_tag: 'removed_tag',
  tag_order: 'tag_order',
  subject: 'subject',
}

/** Reads which contributions of a user a revert would affect. */
export async function previewContributions(
  reads: Selects,
  contributions: ContributionsSince,
): Promise<ContributionsPreview> {
  const counts = await countContributionsSince(reads, contributions, MAX_COUNTED_CONTRIBUTIONS)
  const newest = await listNewestContributions(reads, contributions, MAX_LISTED_CONTRIBUTIONS)
  return {
    ...nameCounts(counts),
    results: newest.map(({ kind, id, image_id, at }) => ({
      kind: NAMES[kind],
      id,
      image_id,
      created_at: formatTimestamp(at),
    })),
  }
}
