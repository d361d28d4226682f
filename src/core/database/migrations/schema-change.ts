import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SchemaSql } from './schema-sql.ts'

/**
 * Compatibility of programs with the database before and after a migration, by which the nodes of a PostgreSQL database can
 * be replaced one after another:
 *
 * - `expand`: the program needs it, and those of earlier versions work on beside it.
 * - `contract`: the program works with and without it, and those that do not know it fail.
 */
export type Phase = 'expand' | 'contract'

export interface PhasedMigration extends Migration {
  /** Undefined if the program needs it, and those that do not know it fail: all nodes have to be stopped. */
  phase?: Phase | undefined
}

/** A change of the schema of both engines: the common part, between the steps of each engine around it. */
export interface SchemaChange {
  phase?: Phase
  /** In the dialect of SQLite, from which the statements of PostgreSQL are derived. */
  common?: (sql: SchemaSql) => CommonStatements
  sqlite?: EngineSteps
  postgres?: EngineSteps & {
    /** Whether a step of PostgreSQL replaces a common trigger, given its text. */
    replacesTrigger?: (trigger: string) => boolean
  }
}

export interface CommonStatements {
  /** Statements that create tables and indexes, several in each text. */
  tables?: readonly string[]
  triggers?: readonly string[]
}

export interface EngineSteps {
  before?: (db: Kysely<unknown>) => Promise<void>
  after?: (db: Kysely<unknown>) => Promise<void>
}
