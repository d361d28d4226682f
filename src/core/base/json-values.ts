/** Members of JSON from elsewhere, which may be anything. */

export type Members = Readonly<Record<string, unknown>>

/** Parses JSON. Returns undefined if the text is something else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of an object; none if the value is something else. */
export function asObject(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : {}
}

/** The items of a list; one if the value is none, and no item if there is no value. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
