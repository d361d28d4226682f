import type { CellProblem } from './table.ts'

/** What the members of a JSON object are as cells, under the names of a table. */
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

/** Null for what no cell can hold. */
function toText(value: unknown): string | undefined | null {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isList && !value.some((one) => one.includes('|')) ? value.join('|') : null
}

function truncate(value: unknown): string {
  return JSON.stringify(value).slice(0, 200)
}

/** The object that a text holds, or why it holds none. */
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
