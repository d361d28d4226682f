import type { Database } from 'better-sqlite3'
import { DEFAULT_VIEWING_CONE } from '../../base/limits.ts'

/** Reads the setting `viewing_cone`, a width in degrees. Returns the default if it is absent or invalid. */
export function readViewingCone(db: Database): number {
  const value = db
    .prepare<[], string>(`select value from setting where name = 'viewing_cone'`)
    .pluck()
    .get()
  const width: unknown = value === undefined ? undefined : JSON.parse(value)
  return typeof width === 'number' && width >= 0 ? width : DEFAULT_VIEWING_CONE
}
