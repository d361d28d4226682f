/** Work on database files, without opening the catalog. */
export { copyDatabase, getDatabaseSize } from '../engine/sqlite/copy-database.ts'
export {
  findDatabaseDamage,
  findIntegrityProblems,
  readVersions,
} from '../engine/sqlite/check-database.ts'
export { checkpointWal } from '../engine/sqlite/checkpoint-wal.ts'
export {
  migrateDatabase,
  readMigrationState,
  refuseMigrationWhileServed,
} from '../engine/sqlite/migrate-database.ts'
export { openCopy } from '../engine/sqlite/open-store.ts'
export { listPendingMigrations, readSchema, requireKnownSchema } from '../engine/sqlite/schema.ts'
export {
  recoverDatabase,
  type RecoveredTable,
  type RecoveryFinding,
} from '../engine/sqlite/recovery/recover-database.ts'
