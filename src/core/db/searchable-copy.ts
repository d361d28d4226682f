/** The copy of what searches read from PostgreSQL, in a SQLite database. */
export {
  openSearchableCopy,
  type SearchableCopyOptions,
} from '../engine/searchable-copy/searchable-copy.ts'
