export {
  violationOf,
  withLateReferences,
  type Violation,
} from '../engine/sqlite/constraint-errors.ts'
