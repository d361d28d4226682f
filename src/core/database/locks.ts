/** Locks on a data directory. */
export { isBeingBackedUp, takeBackupLock } from './sqlite/backup-lock.ts'
export { isServed, takeServeLock } from './sqlite/serve-lock.ts'
export { takeTemporaryLock } from './sqlite/temporary-lock.ts'
