import Database from 'better-sqlite3'

const PROBLEMS = 3

/** The first things that are wrong with a database file, in SQLite's words; undefined when nothing is found. */
export function damageOfDatabase(file: string): string | undefined {
  try {
    const db = new Database(file, { readonly: true })
    try {
      const found = db.pragma(`quick_check(${PROBLEMS})`) as { quick_check: string }[]
      const problems = found.map((row) => row.quick_check.replaceAll(/\s+/g, ' ').trim())
      return problems.join() === 'ok' ? undefined : problems.join('; ')
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
