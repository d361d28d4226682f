/**
 * Parts of the schema that the engines write differently. Tables are written in the dialect of SQLite, from which
 * PostgreSQL's are derived. A flag is the integer 0 or 1.
 */
export interface SchemaSql {
  /** The flag of a condition. */
  flag(condition: string): string
  /** The condition that a flag is 1. */
  isSet(flag: string): string
  /** The flag that two flags are 1. */
  both(one: string, other: string): string
  choose(condition: string, then: string, otherwise: string): string
  /** Whether two values are equal. Null equals null only. */
  same(one: string, other: string): string
  differ(one: string, other: string): string
  toText(integer: string): string
  /** A sort key that ignores the case of ASCII letters. */
  foldAscii(text: string): string
  /** A field of a text with a JSON object, as text. */
  jsonField(json: string, name: string): string
  /** A generated column, or the expression that generates it. */
  generated(column: string, expression: string): string
  /** A column with a geometry in WGS 84. */
  geometryColumn(type: 'point' | 'polygon' | 'geometry'): string
  /** The clause that updates the row with the same key instead of inserting another. */
  orUpdate(key: string): string
  /** A column of the row that is updated instead. */
  existing(table: string, column: string): string
  /** A random integer of 53 bits, which JavaScript reads exactly. */
  randomInteger: string
  /** The current time in microseconds since the epoch, by the clock of the database. */
  now: string
}
