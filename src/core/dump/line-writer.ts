import type { LineType } from './line-type.ts'

/** Creates a writer of canonical lines, without spaces. */
export function createLineWriter(type: LineType): (line: object) => string {
  const toLine = createLineFormatter(type)
  return (line) => JSON.stringify(toLine(line))
}

/** Creates a function that returns a line in its canonical form: the type, then the present fields in the order of the schema. */
export function createLineFormatter({
  type,
  schema,
}: LineType): (line: object) => { type: string } & Record<string, unknown> {
  const keys = Object.keys(schema.shape)
  const optional = new Set(keys.filter((key) => schema.shape[key]?.safeParse(undefined).success))
  return (line) => {
    const given = line as Record<string, unknown>
    const present = keys.filter((key) => {
      const value = given[key]
      const isAbsent = value === null || value === undefined || (value === '' && optional.has(key))
      return !isAbsent
    })
    return { type, ...Object.fromEntries(present.map((key) => [key, given[key]])) }
  }
}
