export { toViolation, withDeferredReferences } from '../engine/sqlite/constraint-errors.ts'
