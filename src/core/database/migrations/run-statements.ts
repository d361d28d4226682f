import { sql, type Kysely } from 'kysely'

/** Executes statements one after the other. */
export async function runStatements(
  db: Kysely<unknown>,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
