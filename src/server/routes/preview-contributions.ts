import { formatTimestamp } from '../../core/base/clock.ts'
import type { ContributionsPreview } from '../../core/contract/moderation.ts'
import type { Selects } from '../../core/database/store.ts'
import { MAX_COUNTED_CONTRIBUTIONS, MAX_LISTED_CONTRIBUTIONS } from '../../core/base/limits.ts'
import {
  CONTRIBUTION_NAMES,
  countContributionsSince,
  listNewestContributions,
  nameCounts,
} from '../../core/queries/people/contributions-since.ts'
import type { ContributionsSince } from '../../core/queries/people/user-since.ts'

/** Reads which contributions of a user a revert would affect. */
export async function previewContributions(
  reads: Selects,
  contributions: ContributionsSince,
): Promise<ContributionsPreview> {
  const counts = await countContributionsSince(reads, contributions, MAX_COUNTED_CONTRIBUTIONS)
  const newest = await listNewestContributions(reads, {
    ...contributions,
    limit: MAX_LISTED_CONTRIBUTIONS,
  })
  return {
    ...nameCounts(counts),
    results: newest.map(({ kind, id, image_id, at }) => ({
      kind: CONTRIBUTION_NAMES[kind],
      id,
      image_id,
      created_at: formatTimestamp(at),
    })),
  }
}
