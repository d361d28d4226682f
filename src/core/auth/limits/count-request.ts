import type { Store } from '../../database/store.ts'
import type { ContributionKind, ContributionLimits } from './contribution-limits.ts'

/**
 * Counts a request that is no contribution, and that suspended users may send, too.
 * @throws CatalogError kind `rate_limited`
 */
export async function countRequest(
  { contributionLimits, reads }: { contributionLimits: ContributionLimits } & Pick<Store, 'reads'>,
  kind: Extract<ContributionKind, 'placing_draws' | 'checking_draws' | 'erasures'>,
  userId: number,
): Promise<void> {
  const user = await reads
    .selectFrom('user')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user) await contributionLimits.count(kind, { id: userId, createdAt: user.created_at })
}
