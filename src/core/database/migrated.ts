/** The migrations that were applied to a database when it was opened. */
export interface Migrated {
  /** The newest migration before; null if the database was new. */
  from: string | null
  /** The newest migration now. */
  to: string
  applied: string[]
  /** Path of the copy of the database as it was before; null if it was new, and on PostgreSQL. */
  copy: string | null
}
