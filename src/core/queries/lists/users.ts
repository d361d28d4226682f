import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { UserOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import type { Reads } from '../../database/store.ts'
import { withoutIndex } from '../../database/sql.ts'
import { column, expressions, literal } from '../../database/expressions.ts'
import { selectCount } from './counts.ts'
import { listIds, type IdPage } from './list-ids.ts'

const ID = column<number>('user.id')

/** Lists one page of the users who georeferenced a visible image, without former contributors. */
export function listUserIds(
  reads: Reads,
  visibility: Visibility,
  terms: readonly OrderTerm<UserOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const matching = reads
    .selectFrom('user')
    .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
    .where(withoutIndex(ID), '>', literal(0))
    .where(
      expressions(selectCount('points', visibility), '+', selectCount('areas', visibility)),
      '>',
      literal(0),
    )
  const fields = {
    username: column('user.username_folded'),
    point_georeferences: selectCount('points', visibility),
    from_above_georeferences: selectCount('areas', visibility),
  }
  return listIds(matching, { id: ID, fields, terms }, page)
}
