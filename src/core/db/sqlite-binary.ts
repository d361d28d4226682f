/** The compiled part of SQLite's driver. */
export { requireSqliteBinary } from '../engine/sqlite/require-binary.ts'
