import Database from 'better-sqlite3'

const MAX_PROBLEMS = 3

/** Returns the first problems that `PRAGMA quick_check` finds in a database file, or undefined if there are none. */
export function findDatabaseDamage(file: string): string | undefined {
  try {
    const db = new Database(file, { readonly: true })
    try {
      const found = db.pragma(`quick_check(${MAX_PROBLEMS})`) as { quick_check: string }[]
      const problems = found.map((row) => row.quick_check.replaceAll(/\s+/g, ' ').trim())
      return problems.join() === 'ok' ? undefined : problems.join('; ')
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
