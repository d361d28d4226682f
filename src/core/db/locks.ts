/** Locks on a data directory. */
export { isBeingBackedUp, takeBackupLock } from '../engine/sqlite/backup-lock.ts'
export { isServed, takeServeLock } from '../engine/sqlite/serve-lock.ts'
export { takeTemporaryLock } from '../engine/sqlite/temporary-lock.ts'
