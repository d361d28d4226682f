export { violationOf, withLateReferences } from '../engine/sqlite/constraint-errors.ts'
