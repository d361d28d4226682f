/** Work on database files, without opening the catalog. */
export { copyDatabase, getDatabaseSize } from './sqlite/copy-database.ts'
export { findDatabaseDamage, findIntegrityProblems, readVersions } from './sqlite/check-database.ts'
export { checkpointWal } from './sqlite/checkpoint-wal.ts'
export {
  migrateDatabase,
  readMigrationState,
  refuseMigrationWhileServed,
} from './sqlite/migrate-database.ts'
export { openCopy } from './sqlite/open-store.ts'
export { listPendingMigrations, readSchema, requireCatalogSchema } from './sqlite/schema.ts'
export {
  recoverDatabase,
  type RecoveredTable,
  type RecoveryFinding,
} from './sqlite/recovery/recover-database.ts'
