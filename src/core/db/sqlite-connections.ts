/** Connections to a SQLite database, for threads that keep columns or an index of its rows in memory. */
export { openConnection } from '../engine/sqlite/connection.ts'
export { sqliteDialect } from '../engine/sqlite/driver.ts'
export { openReads, type StoreOptions } from '../engine/sqlite/open-store.ts'
