import { toMigrations } from '../../migrations/to-migrations.ts'
import { sqliteSchema } from './schema-sql.ts'

/** The migrations of a SQLite database, by name. */
export const migrations = toMigrations('sqlite', ({ common }) => {
  const { tables = [], triggers = [] } = common?.(sqliteSchema) ?? {}
  return [...tables.flatMap(splitStatements), ...triggers]
})

function splitStatements(text: string): string[] {
  return text.split(';\n').filter((statement) => statement.trim() !== '')
}
