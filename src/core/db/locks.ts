/** Locks on a data directory. */
export { isBeingLoaded, takeLoadLock } from '../engine/sqlite/load-lock.ts'
export { isServed, takeServeLock } from '../engine/sqlite/serve-lock.ts'
