import type { SchemaPhase } from '../../core/database/migrated.ts'

/** The next step for the administrator of a PostgreSQL database. */
export const MIGRATION_ADVICE: Readonly<Record<SchemaPhase, string>> = {
  stop: 'Back up the database, stop all servers, then run: catalog admin migrate up',
  expand: 'Back up the database, then replace the servers one after another by this version.',
  migrate: 'Replace or stop the servers of earlier versions, then run: catalog admin migrate up',
  contract: 'Once no server has to go back to an earlier version, run: catalog admin migrate up',
  done: 'The database is up to date.',
}
