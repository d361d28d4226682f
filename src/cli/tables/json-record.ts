import type { CellProblem } from './table.ts'

/** Converts the members of a JSON object to the cells of a table with this header. */
export function toCells(
  object: Readonly<Record<string, unknown>>,
  header: readonly string[],
): { cells: (string | undefined)[]; problems: CellProblem[] } {
  const problems: CellProblem[] = []
  const cells = header.map((name, index) => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    const text = toText(value)
    if (text !== null) return text
    const message = 'Must be a string, a number, or a list of strings without |.'
    problems.push({ code: 'json.value', severity: 'error', message, index, value: truncate(value) })
    return undefined
  })
  return { cells, problems }
}

/** Returns null if a cell cannot hold the value. */
function toText(value: unknown): string | undefined | null {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return isList && !value.some((entry) => entry.includes('|')) ? value.join('|') : null
}

function truncate(value: unknown): string {
  return JSON.stringify(value).slice(0, 200)
}

/** A parsed JSON object, or the problem with the text. */
export type ParsedObject = { object: Record<string, unknown> } | { problem: CellProblem }

export function parseObject(text: string): ParsedObject {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { object: value as Record<string, unknown> }
    }
    return reportMalformed('Must be an object: {"file": "…", "title": "…", …}.')
  } catch (error) {
    return reportMalformed(`Not valid JSON: ${(error as Error).message}.`)
  }
}

function reportMalformed(message: string): { problem: CellProblem } {
  return { problem: { code: 'json.malformed', severity: 'error', message } }
}
