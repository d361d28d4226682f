import type { z } from 'zod'
import { explainIssue } from './explain-issue.ts'
import { lineError } from './line-error.ts'
import type { LineType } from './line-type.ts'
import { LINE_TYPES } from './lines/index.ts'
import { readLines, type TextLine } from './read-lines.ts'

/** A line that matches its schema. */
export interface ParsedLine {
  path: string
  number: number
  /** In characters. */
  length: number
  type: LineType
  value: Record<string, unknown>
}

/**
 * Reads the lines of a dump one by one and parses each with the schema of its type.
 * @throws CatalogError kind `invalid` that names file, line, field and reason
 */
export async function* readDump(path: string): AsyncIterable<ParsedLine> {
  let reached = -1
  for await (const line of readLines(path)) {
    const parsed = parseLine(line)
    reached = requireOrder(reached, parsed)
    yield parsed
  }
  if (reached === -1) throw lineError({ path, number: 1 }, 'The file is empty.')
}

function parseLine(line: TextLine): ParsedLine {
  try {
    return parseBySchema(line)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw lineError(line, 'The line is nested too deeply.')
  }
}

function parseBySchema(line: TextLine): ParsedLine {
  const { type: name, ...fields } = parseObject(line)
  const type = LINE_TYPES.find(({ type }) => type === name)
  if (!type) throw lineError(line, explainUnknownType(name))
  const result = type.schema.safeParse(fields)
  if (!result.success) throw lineError(line, explainFirst(result.error, fields))
  const { path, number, text } = line
  return { path, number, length: text.length, type, value: result.data }
}

function parseObject(line: TextLine): Record<string, unknown> {
  const value = parseJson(line)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw lineError(line, 'The line should be a JSON object.')
}

function parseJson(line: TextLine): unknown {
  if (line.text.trim() === '') throw lineError(line, 'The line is empty.')
  if (line.text.startsWith('\uFEFF')) {
    throw lineError(line, 'The file begins with a byte order mark. Save it as UTF-8 without one.')
  }
  try {
    return JSON.parse(line.text)
  } catch (error) {
    throw lineError(line, `The line is not JSON: ${(error as Error).message}`)
  }
}

function explainUnknownType(type: unknown): string {
  if (type === undefined) return 'type: is missing.'
  const known = LINE_TYPES.map(({ type }) => type).join(', ')
  return `type: should be one of ${known}, not ${JSON.stringify(type)?.slice(0, 60)}.`
}

function explainFirst({ issues }: z.ZodError, raw: object): string {
  const [issue] = issues
  return issue ? explainIssue(issue, raw) : 'The line cannot be read.'
}

/** The types have a fixed order, each in one block, so that the rows a line refers to exist already. */
function requireOrder(reached: number, line: ParsedLine): number {
  const index = LINE_TYPES.indexOf(line.type)
  const { type } = line.type
  if (reached === -1 && index !== 0)
    throw lineError(line, 'type: the first line should be catalog.')
  if (reached !== -1 && index === 0) throw lineError(line, 'type: catalog is the first line only.')
  if (index >= reached) return index
  throw lineError(line, `type: ${type} lines come before ${LINE_TYPES[reached]?.type} lines.`)
}
