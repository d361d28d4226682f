export { toStorageError } from '../engine/sqlite/storage-errors.ts'
