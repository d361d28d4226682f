import Database from 'better-sqlite3'

/** Paths of the library, in order. The bare name uses the search path of the system. */
const LIBRARY_PATHS = [
  'mod_spatialite',
  '/opt/homebrew/lib/mod_spatialite',
  '/usr/local/lib/mod_spatialite',
  '/opt/local/lib/mod_spatialite',
]

/**
 * Loads SpatiaLite into a connection, from `path` or else from the first of the known paths that works.
 * @throws the error of the last path if none works
 */
export function loadSpatialite(db: Database.Database, path?: string | null): void {
  const candidates = path ? [path] : LIBRARY_PATHS
  for (const [index, candidate] of candidates.entries()) {
    try {
      db.loadExtension(candidate)
      return
    } catch (error) {
      if (index === candidates.length - 1) throw error
    }
  }
}

/** Returns the version of the installed SpatiaLite, or undefined if there is none. */
export function readSpatialiteVersion(path?: string | null): string | undefined {
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

/**
 * Loads SpatiaLite on the thread that starts child processes, before another thread loads it first. The first connection
 * makes PROJ open its database and hold a mutex meanwhile, which the `pthread_atfork` handler of PROJ takes in every
 * forked child. A child that is forked just then waits forever, and so does the thread that forks it. PROJ and its
 * database stay loaded when the connection closes. Without SpatiaLite, the connections of the other threads fail.
 */
export function loadSpatialiteBeforeThreads(path?: string | null): void {
  readSpatialiteVersion(path)
}
