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

/** A step of migrating an existing database, which may take minutes and blocks the event loop on SQLite. */
export interface MigrationStep {
  /** The migration that begins; null while the database is copied before the first one. */
  migration: string | null
  /** From 1; 0 for the copy. */
  number: number
  /** Number of pending migrations. */
  count: number
}

export interface MigrationObserver {
  /** Called before each step of migrating an existing database. */
  onMigrationStep?: ((step: MigrationStep) => void) | undefined
  /** Called when migrations were applied. */
  onMigrated?: ((migrated: Migrated) => void) | undefined
  /** Called when contractions of a PostgreSQL database are left. */
  onMigrationsWait?: ((waiting: WaitingMigrations) => void) | undefined
}

/** Contractions that `catalog admin migrate up` applies once the nodes that don't know them have ended. */
export interface WaitingMigrations {
  waiting: string[]
  waitsFor: { place: string; version: string }[]
}

/**
 * Progress of a database towards the schema of a program:
 *
 * - `stop`: it needs a migration for which all nodes have to be stopped.
 * - `expand`: it needs expansions.
 * - `migrate`: the program works, and contractions wait for nodes of earlier versions to end.
 * - `contract`: the program works, and `catalog admin migrate up` applies contractions.
 * - `done`
 */
export type SchemaPhase = 'stop' | 'expand' | 'migrate' | 'contract' | 'done'
