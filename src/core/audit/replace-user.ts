import { setImmediate } from 'node:timers/promises'
import { contains, inList } from '../database/sql.ts'
import { column } from '../database/expressions.ts'
import type { Tx } from '../database/store.ts'
import { FORMER_CONTRIBUTOR } from '../model/former-contributor.ts'

/** The members of entries that contain the id of a user. */
const USER_MEMBERS = new Set([
  'user_id',
  'validated_by',
  'commented_by',
  'created_by',
  'announced_by',
  'changed_by',
  'tagged_by',
  'flagged_by',
  'resolved_by',
  'hidden_by',
  'suspended_by',
])

/** Types of objects whose ids are those of users. */
const USER_TYPES = ['user', 'suspension']

/** Number of ids whose entries are searched at once. */
const BATCH_SIZE = 2000

export interface ReplacedUser {
  userId: number
  username: string
  formerId: number
}

/** Replaces the number and the name of a user in the entries of the audit log. No other code changes entries. */
export async function replaceUserInAudit(tx: Tx, user: ReplacedUser): Promise<void> {
  await replaceInvitation(tx, user)
  const { first, last } = await findIdRange(tx)
  for (let from = first; from <= last; from += BATCH_SIZE) {
    const mentions = await listMentions(tx, user, { from, below: from + BATCH_SIZE })
    for (const entry of mentions) await replaceInEntry(tx, entry, user)
    // Lets the server respond to other requests, since SQLite runs a statement on the main thread.
    await setImmediate()
  }
}

async function findIdRange(tx: Tx): Promise<{ first: number; last: number }> {
  const first = await tx
    .selectFrom('audit_entry')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const last = await tx
    .selectFrom('audit_entry')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { first: first?.id ?? 0, last: last?.id ?? -1 }
}

async function replaceInEntry(tx: Tx, entry: Entry, user: ReplacedUser): Promise<void> {
  const replace = (state: string | null) => state && replaceInState(state, entry, user)
  await tx
    .updateTable('audit_entry')
    .set({ before: replace(entry.before), after: replace(entry.after) })
    .$if(isAboutUser(entry, user), (update) => update.set({ object_id: String(user.formerId) }))
    .where('id', '=', entry.id)
    .execute()
}

interface Entry {
  id: number
  object_type: string
  object_id: string
  before: string | null
  after: string | null
}

/** Entries about the user, and all that contain the number as a value. Others that contain it are not changed. */
function listMentions(
  tx: Tx,
  { userId }: ReplacedUser,
  { from, below }: { from: number; below: number },
): Promise<Entry[]> {
  const value = `:${userId}`
  return tx
    .selectFrom('audit_entry')
    .select(['id', 'object_type', 'object_id', 'before', 'after'])
    .where('id', '>=', from)
    .where('id', '<', below)
    .where((is) =>
      is.or([
        contains(column('before'), value),
        contains(column('after'), value),
        is.and([is('object_type', 'in', inList(USER_TYPES)), is('object_id', '=', String(userId))]),
      ]),
    )
    .orderBy('id')
    .execute()
}

function isAboutUser(
  { object_type, object_id }: Pick<Entry, 'object_type' | 'object_id'>,
  { userId }: ReplacedUser,
): boolean {
  return USER_TYPES.includes(object_type) && object_id === String(userId)
}

function replaceInState(state: string, entry: Entry, user: ReplacedUser): string {
  const members = Object.entries(JSON.parse(state) as Record<string, unknown>)
  const isAbout = isAboutUser(entry, user)
  const replaced = members.map(([name, value]) => {
    if (isAbout && name === 'username') return [name, FORMER_CONTRIBUTOR]
    if (isAbout && name === 'id' && value === user.userId) return [name, user.formerId]
    return [name, replaceInMember(name, value, user)]
  })
  return JSON.stringify(Object.fromEntries(replaced))
}

/** The entry of something that was deleted also has the rows that were deleted with it, in lists. */
function replaceInMember(name: string, value: unknown, user: ReplacedUser): unknown {
  if (USER_MEMBERS.has(name) && value === user.userId) return user.formerId
  if (Array.isArray(value)) return value.map((one: unknown) => replaceInMember('', one, user))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([inner, one]) => [inner, replaceInMember(inner, one, user)]),
  )
}

/** An invitation is named by the name of the account. */
async function replaceInvitation(tx: Tx, { username }: ReplacedUser): Promise<void> {
  await tx
    .updateTable('audit_entry')
    .set({ object_id: FORMER_CONTRIBUTOR })
    .where('object_type', '=', 'staff_invitation')
    .where('object_id', '=', username)
    .execute()
}
