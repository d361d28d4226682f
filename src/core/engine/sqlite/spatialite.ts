import Database from 'better-sqlite3'

/** Where the library lies; the bare name leaves it to the system's own search. */
const PLACES = [
  'mod_spatialite',
  '/opt/homebrew/lib/mod_spatialite',
  '/usr/local/lib/mod_spatialite',
  '/opt/local/lib/mod_spatialite',
]

/**
 * Loads SpatiaLite into a connection, from `path` or from the first place that has it.
 * @throws the last place's own error when none has
 */
export function loadSpatialite(db: Database.Database, path?: string | null): void {
  const places = path ? [path] : PLACES
  for (const [tried, place] of places.entries()) {
    try {
      db.loadExtension(place)
      return
    } catch (error) {
      if (tried === places.length - 1) throw error
    }
  }
}

/** The version of the SpatiaLite that would be used; undefined when there is none. */
export function spatialiteVersion(path?: string | null): string | undefined {
  const db = new Database(':memory:')
  try {
    loadSpatialite(db, path)
    return db.prepare('select spatialite_version()').pluck().get() as string
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
