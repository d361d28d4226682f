import type { Generated } from 'kysely'

/** Entries are never changed. Either `user_id` or `host_user` is set. */
export interface AuditEntryTable {
  id: Generated<number>
  at: number
  user_id: number | null
  /** JSON of a `HostUser`. */
  host_user: string | null
  /** UUID of the changes that were made together. Null for a change of its own. */
  batch: string | null
  /** Type of the object and a verb, such as `collection.edit`. */
  action: string
  object_type: string
  object_id: string
  /** JSON of the members that the change affected. Null before a creation. */
  before: string | null
  /** The same after the change. Null after a deletion. */
  after: string | null
}
