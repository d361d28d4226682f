import type { LineType } from './line-type.ts'

/** Creates a writer of canonical lines: the type, then the present fields in the order of the schema, no spaces. */
export function createLineWriter({ type, schema }: LineType): (line: object) => string {
  const keys = Object.keys(schema.shape)
  const optional = new Set(keys.filter((key) => schema.shape[key]?.safeParse(undefined).success))
  return (line) => {
    const given = line as Record<string, unknown>
    const present = keys.filter((key) => {
      const value = given[key]
      const isAbsent = value === null || value === undefined || (value === '' && optional.has(key))
      return !isAbsent
    })
    return JSON.stringify({ type, ...Object.fromEntries(present.map((key) => [key, given[key]])) })
  }
}
