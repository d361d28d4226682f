/** The spatial library of SQLite on this machine. */
export { getInstallCommand } from './sqlite/install-spatialite.ts'
export { readSpatialiteVersion } from './sqlite/spatialite.ts'
