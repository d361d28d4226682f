/** The spatial library of SQLite on this machine. */
export { getInstallCommand } from '../engine/sqlite/install-spatialite.ts'
export { readSpatialiteVersion } from '../engine/sqlite/spatialite.ts'
