import { inList, sortByIds } from '../db/in-list.ts'
import { areasSeen, pointsSeen } from './lists/counts.ts'
import { listUserIds } from './lists/users.ts'
import type { Reads } from '../db/store.ts'
import { notFound } from '../errors.ts'
import type { OrderTerm } from '../model/ordering.ts'
import type { UserOrder } from '../model/orders.ts'
import type { PageRequest } from '../model/page.ts'
import type { Visibility } from '../model/visibility.ts'

/** One page of those who georeferenced an image that the asker sees. */
export async function listContributors(
  reads: Reads,
  visibility: Visibility,
  order: readonly OrderTerm<UserOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await listUserIds(reads, visibility, order, page)
  return { rows: await contributorsById(reads, ids, visibility), count }
}

/** @throws CatalogError kind `not_found`, also for somebody who georeferenced no image that the asker sees */
export async function getContributor(reads: Reads, id: number, visibility: Visibility) {
  const [user] = await contributorsById(reads, [id], visibility)
  if (!user) throw notFound('User not found.')
  return user
}

export type ContributorRow = Awaited<ReturnType<typeof getContributor>>

async function contributorsById(reads: Reads, ids: readonly number[], visibility: Visibility) {
  const rows = await reads
    .selectFrom('user')
    .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
    .select(['user.id', 'user.username'])
    .select([pointsSeen(visibility).as('points'), areasSeen(visibility).as('areas')])
    .where('user.id', 'in', inList(ids))
    .execute()
  return sortByIds(
    ids,
    rows.filter(({ points, areas }) => points + areas > 0),
  )
}
