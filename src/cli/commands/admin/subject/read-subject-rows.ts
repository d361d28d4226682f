import { CsvError, parse } from 'csv-parse/sync'
import { newSubject, type NewSubject } from '../../../../core/contract/new-subject.ts'
import { parseFields } from '../../../../core/contract/parse-fields.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import { abbreviate } from '../../../../core/model/geometry/parse.ts'

/** A row of a file: a subject, or the reason why it is not one. */
export interface SubjectRow {
  /** Line of the file on which the row ends, from 1. */
  line: number
  /** As written. */
  item: string
  subject: NewSubject | null
  problem: string | null
}

const COLUMNS = ['item', 'title', 'slug', 'description', 'item_title', 'item_description']
const MAX_ROW_BYTES = 1024 ** 2

interface RawRow {
  line: number
  values: unknown
}

/**
 * Reads subjects from CSV with a header, or from one JSON object a line, by its first character.
 * @param name of the file, for errors
 * @throws CatalogError kind `unsupported` if it has neither format, or an unknown column
 */
export function readSubjectRows(text: string, name: string): SubjectRow[] {
  const content = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (content.trim() === '') throw refuse(name, 'The file is empty.')
  const rows = content.trimStart().startsWith('{')
    ? readJsonLines(content, name)
    : readCsv(content, name)
  return rows.map(toSubjectRow)
}

function readJsonLines(text: string, name: string): RawRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      const values = JSON.parse(line) as object
      requireKnownColumns(Object.keys(values), name)
      return [{ line: index + 1, values }]
    } catch (error) {
      if (error instanceof CatalogError) throw error
      throw refuse(name, `Line ${index + 1} is not JSON.`)
    }
  })
}

function readCsv(text: string, name: string): RawRow[] {
  try {
    const rows = parse(text, {
      columns: (header: string[]) => {
        const names = header.map((column) => column.trim().toLowerCase())
        requireKnownColumns(names, name)
        return names
      },
      info: true,
      max_record_size: MAX_ROW_BYTES,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: object; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ line: info.lines, values: record }))
  } catch (error) {
    if (error instanceof CsvError) throw refuse(name, `It is not CSV: ${error.message}.`)
    throw error
  }
}

function requireKnownColumns(names: readonly string[], file: string): void {
  const unknown = names.find((name) => !COLUMNS.includes(name))
  if (unknown !== undefined) {
    throw refuse(
      file,
      `${JSON.stringify(unknown)} is not a column. Columns: ${COLUMNS.join(', ')}.`,
    )
  }
  for (const required of ['item', 'title']) {
    if (!names.includes(required)) throw refuse(file, `The column ${required} is missing.`)
  }
}

function toSubjectRow({ line, values }: RawRow): SubjectRow {
  const { item: written } = values as { item?: unknown }
  const item = typeof written === 'string' ? written : abbreviate(written)
  try {
    return { line, item, subject: parseFields(newSubject, values), problem: null }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { line, item, subject: null, problem: error.message }
  }
}

function refuse(name: string, problem: string): CatalogError {
  return new CatalogError('unsupported', `${name}: ${problem}`)
}
