/** The compiled part of SQLite's driver. */
export { requireSqliteBinary } from './sqlite/require-binary.ts'
