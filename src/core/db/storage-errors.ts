export { isBusy, toStorageError } from '../engine/sqlite/storage-errors.ts'
