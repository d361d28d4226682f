/** Locks on a data directory. */
export { takeFileLock } from '../engine/sqlite/file-lock.ts'
export { isBeingLoaded, takeLoadLock } from '../engine/sqlite/load-lock.ts'
export { isServed, takeServeLock } from '../engine/sqlite/serve-lock.ts'
