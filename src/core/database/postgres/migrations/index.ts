import { toMigrations } from '../../migrations/to-migrations.ts'
import { postgresSchema } from './schema-sql.ts'
import { toPostgres } from './tables.ts'
import { toTriggerStatements } from './triggers.ts'

/** The migrations of a PostgreSQL database, by name. */
export const migrations = toMigrations('postgres', ({ common, postgres }) => {
  const { tables = [], triggers = [] } = common?.(postgresSchema) ?? {}
  const own = triggers.filter((trigger) => postgres?.replacesTrigger?.(trigger) !== true)
  return [...tables.flatMap(toPostgres), ...own.flatMap(toTriggerStatements)]
})
