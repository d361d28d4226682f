import type { Reads } from '../db/store.ts'
import { literal } from '../db/expressions.ts'
import type { Tables } from '../db/tables.ts'
import { conflict, notFound } from '../errors.ts'
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

/** What refers to a user. Sessions, authorizations and consents are deleted with the user. */
const REFERENCES = {
  points: ['georeference', 'user_id'],
  areas: ['from_above_georeference', 'user_id'],
  validations: ['validation', 'validated_by'],
  comments: ['comment', 'commented_by'],
  hidden_comments: ['hidden_comment', 'commented_by'],
  flags: ['flag', 'flagged_by'],
  suspensions: ['suspension', 'user_id'],
  subject_changes: ['subject_change', 'changed_by'],
  tags: ['image_subject', 'tagged_by'],
  images: ['image', 'created_by'],
  announcements: ['collection', 'announced_by'],
  slots: ['slot', 'user_id'],
  requests: ['idempotency_key', 'user_id'],
  events: ['activity_event', 'user_id'],
  audit_entries: ['audit_entry', 'user_id'],
  sessions: ['session', 'user_id'],
  authorizations: ['oauth_grant', 'user_id'],
} as const satisfies Record<string, readonly [keyof Tables, string]>

type Reference = keyof typeof REFERENCES

const WITHOUT_SIGN_INS = Object.keys(REFERENCES).filter(
  (name) => name !== 'sessions' && name !== 'authorizations',
) as Reference[]

/** Reads a user with the number of their contributions, sessions and authorizations of apps. */
export async function getUserDetail(reads: Reads, id: number) {
  const user = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw notFound(`There is no user ${id}.`)
  const count = (of: Reference): Promise<number> => countReferences(reads, of, id)
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

/** Whether anything but sign-ins refers to a user, such as a contribution. */
export async function isReferenced(reads: Reads, id: number): Promise<boolean> {
  for (const name of WITHOUT_SIGN_INS) {
    const [table, column] = REFERENCES[name]
    const first = await reads
      .selectFrom(table as 'session')
      .select(literal(1).as('one'))
      .where(column as 'user_id', '=', id)
      .limit(1)
      .execute()
    if (first.length > 0) return true
  }
  return false
}

async function countReferences(reads: Reads, of: Reference, id: number): Promise<number> {
  const [table, column] = REFERENCES[of]
  const { rows } = await reads
    .selectFrom(table as 'session')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where(column as 'user_id', '=', id)
    .executeTakeFirstOrThrow()
  return rows
}
