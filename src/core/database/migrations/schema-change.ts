import type { Kysely } from 'kysely'
import type { SchemaSql } from './schema-sql.ts'

/** A change of the schema of both engines: the common part, between the steps of each engine around it. */
export interface SchemaChange {
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
