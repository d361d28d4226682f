import type { Micros } from '../../base/clock.ts'
import { beginsWith, column, compareTimeAndId } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'

/** Users, for staff. Former contributors are left out. */

interface PeoplePage {
  /** Only users after this one. */
  after?: { at: Micros; id: number } | undefined
  limit: number
}

/** Lists the users who signed in first most recently. */
function listNewestPeople(reads: Reads, { after, limit }: PeoplePage) {
  const newest = selectPeople(reads)
    .select('user.created_at as at')
    .where('user.id', '>', 0)
    .orderBy('user.created_at', 'desc')
    .orderBy('user.id', 'desc')
    .limit(limit)
  return after
    ? newest.where(compareTimeAndId(['user.created_at', 'user.id'], '<', after)).execute()
    : newest.execute()
}

/** Lists the suspended users, the latest suspension first. */
function listSuspendedPeople(reads: Reads, { after, limit }: PeoplePage) {
  const suspended = selectPeople(reads)
    .select('suspension.suspended_at as at')
    .where('suspension.suspended_at', 'is not', null)
    .$narrowType<{ at: Micros }>()
    .orderBy('suspension.suspended_at', 'desc')
    .orderBy('user.id', 'desc')
    .limit(limit)
  if (!after) return suspended.execute()
  return suspended
    .where(compareTimeAndId(['suspension.suspended_at', 'user.id'], '<', after))
    .execute()
}

/** Lists the users whose names begin with a text, regardless of case, in the order of their names. */
function listPeopleByName(reads: Reads, { name, limit }: { name: string; limit: number }) {
  return selectPeople(reads)
    .select('user.created_at as at')
    .where('user.id', '>', 0)
    .where(beginsWith(column('user.username_folded'), foldText(name)))
    .orderBy('username_folded')
    .orderBy('user.id')
    .limit(limit)
    .execute()
}

export interface PeopleQuery {
  /** The beginning of their names; empty for all. These are one page, in the order of the names. */
  name: string
  isSuspendedOnly: boolean
  /** Only users after this one. */
  after: PeoplePage['after']
  /** Number of users on a page. */
  size: number
}

/**
 * Lists users by the beginning of their names, or those who are suspended, or else all.
 * @returns a page, with one more user if there is another page
 */
export function listPeople(reads: Reads, { name, isSuspendedOnly, after, size }: PeopleQuery) {
  if (name !== '') return listPeopleByName(reads, { name, limit: size })
  const page = { after, limit: size + 1 }
  return isSuspendedOnly ? listSuspendedPeople(reads, page) : listNewestPeople(reads, page)
}

/** Reads a user. @throws CatalogError kind `not_found`, also for a former contributor */
export async function getPerson(reads: Reads, id: number) {
  const person = await selectPeople(reads)
    .select(['user.created_at', 'suspension.reason'])
    .where('user.id', '=', id)
    .where('user.id', '>', 0)
    .executeTakeFirst()
  if (!person) throw notFound('User not found.')
  return person
}

function selectPeople(reads: Reads) {
  return reads
    .selectFrom('user')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .leftJoin('user_count', 'user_count.user_id', 'user.id')
    .select(['user.id', 'user.username', 'user.is_staff', 'suspension.suspended_at'])
    .select((is) => [
      is.fn.coalesce('points', is.lit(0)).as('points'),
      is.fn.coalesce('areas', is.lit(0)).as('areas'),
    ])
}
