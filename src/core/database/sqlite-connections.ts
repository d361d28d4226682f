/** Connections to a SQLite database, for threads that keep columns or an index of its rows in memory. */
export { openConnection } from './sqlite/connection.ts'
export { sqliteDialect } from './sqlite/driver.ts'
export { openReads, type StoreOptions } from './sqlite/open-store.ts'
