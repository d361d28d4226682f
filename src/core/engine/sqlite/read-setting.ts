import Database from 'better-sqlite3'

/**
 * Reads a setting without opening the catalog. Returns undefined if it is not set, or if the database has not been
 * created completely.
 */
export function readSetting(file: string, name: string): unknown {
  const db = new Database(file, { readonly: true })
  try {
    const row = db.prepare('select value from setting where name = ?').get(name)
    return row && JSON.parse((row as { value: string }).value)
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
