import type { Reads } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { hintAtSimilarNames } from './users.ts'

/** A user as an administrator names one. */
export interface NamedUser {
  username: string
  /** Number of the account, if several have the name. */
  osmId?: number | undefined
}

/**
 * Finds the user with exactly this name.
 * @throws CatalogError kind `not_found`, or `conflict` if several users have the name, or another user the number
 */
export async function findUserId(reads: Reads, { username, osmId }: NamedUser): Promise<number> {
  const found = await reads
    .selectFrom('user')
    .select(['id', 'username'])
    .where((is) => (osmId === undefined ? is('username', '=', username) : is('id', '=', osmId)))
    .where('id', '>', 0)
    .orderBy('id')
    .limit(10)
    .execute()
  const [user] = found
  if (!user) throw notFound(await explainUnknownUser(reads, { username, osmId }))
  if (user.username !== username) throw conflict(`User ${user.id} is called ${user.username}.`)
  if (found.length === 1) return user.id
  const ids = found.map(({ id }) => id).join(', ')
  throw conflict(`Several users are called ${username}: ${ids}. Choose one with --osm-id.`)
}

async function explainUnknownUser(reads: Reads, { username, osmId }: NamedUser): Promise<string> {
  if (osmId !== undefined) return `There is no user ${osmId}.`
  return `No user is called ${username}.${await hintAtSimilarNames(reads, username)}`
}

/** Records of a user that are counted. */
const COUNTED = {
  points: ['georeference', 'user_id'],
  areas: ['from_above_georeference', 'user_id'],
  validations: ['validation', 'validated_by'],
  comments: ['comment', 'commented_by'],
  sessions: ['session', 'user_id'],
  authorizations: ['oauth_grant', 'user_id'],
} as const satisfies Record<string, readonly [keyof Tables, string]>

type Counted = keyof typeof COUNTED

/** Reads a user with the number of their contributions, sessions and authorizations of apps. */
export async function getUserDetail(reads: Reads, id: number) {
  const user = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw notFound(`There is no user ${id}.`)
  const count = (what: Counted): Promise<number> => countRows(reads, what, id)
  return {
    ...user,
    points: await count('points'),
    areas: await count('areas'),
    validations: await count('validations'),
    comments: await count('comments'),
    sessions: await count('sessions'),
    authorizations: await count('authorizations'),
  }
}

async function countRows(reads: Reads, what: Counted, id: number): Promise<number> {
  const [table, column] = COUNTED[what]
  const { rows } = await reads
    .selectFrom(table as 'session')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where(column as 'user_id', '=', id)
    .executeTakeFirstOrThrow()
  return rows
}
