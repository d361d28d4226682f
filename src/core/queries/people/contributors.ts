import { inList } from '../../database/sql.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import { selectCount } from '../lists/counts.ts'
import { listUserIds } from '../lists/users.ts'
import type { Reads } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { isFormerContributor } from '../../model/former-contributor.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { UserOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'

/** One page of the users who georeferenced a visible image. */
export async function listContributors(
  reads: Reads,
  visibility: Visibility,
  order: readonly OrderTerm<UserOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await listUserIds(reads, visibility, order, page)
  return { rows: await findContributors(reads, ids, visibility), count }
}

/** @throws CatalogError kind `not_found`, also for a user who georeferenced no visible image */
export async function getContributor(reads: Reads, id: number, visibility: Visibility) {
  const [user] = await findContributors(reads, [id], visibility)
  if (!user) throw notFound('User not found.')
  return user
}

export type ContributorRow = Awaited<ReturnType<typeof getContributor>>

/** Finds which of these users have a page that the public sees. Former contributors have none. */
export async function findUsersWithPage(
  reads: Reads,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await findContributors(reads, ids, 'public')
  return new Set(rows.map(({ id }) => id).filter((id) => !isFormerContributor(id)))
}

/** Finds contributors by id. Those who georeferenced no visible image are left out. */
export async function findContributors(
  reads: Reads,
  ids: readonly number[],
  visibility: Visibility,
) {
  const rows = await reads
    .selectFrom('user')
    .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
    .select(['user.id', 'user.username'])
    .select([
      selectCount('points', visibility).as('points'),
      selectCount('areas', visibility).as('areas'),
    ])
    .where('user.id', 'in', inList(ids))
    .execute()
  return sortByIds(
    ids,
    rows.filter(({ points, areas }) => points + areas > 0),
  )
}
