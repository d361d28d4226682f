/** A constraint that a statement violated. */
export type Violation =
  /** `columns` are bare names: `slug`. */
  | { rule: 'unique'; columns: string[] }
  /** A foreign key without its row. SQLite does not tell which. */
  | { rule: 'reference' }
  /** Null in a column that has none. */
  | { rule: 'not null' }
