/** A constraint that a statement violated. */
export type Violation =
  /** `columns` are bare names: `slug`. */
  | { rule: 'unique'; columns: string[] }
  /** A foreign key without its row. */
  | { rule: 'reference' }
