import { open } from 'node:fs/promises'
import { CatalogError, invalid } from '../../../../core/base/errors.ts'
import { parseJson } from '../../../../core/base/json-values.ts'
import type { Text } from '../../../tables/open-text.ts'
import { RECORD_SEPARATOR, splitFeatures } from './split-features.ts'

/** A row of a table, or a feature of GeoJSON. */
export interface FileRow {
  /** From 1, without the header. */
  row: number
  line: number
  /** Values by column. */
  values: Readonly<Record<string, unknown>>
  /** Number of cells in the file, if it differs from that of the header. */
  writtenCells?: number
  /** Problem with the row as a whole. */
  problem?: string
  /** Whether rows after this one cannot be read. */
  isFatal?: boolean
}

export interface ContributionFile {
  /** Names of the columns in the file; empty if it is GeoJSON. */
  header: readonly string[]
  /** Columns that are not known. */
  ignored: string[]
  /** Problems of the file as a whole, as sentences. */
  warnings: string[]
  rows(): AsyncIterable<FileRow>
}

/** Known columns, each with the other names that it may have. */
export type Columns = Readonly<Record<string, readonly string[]>>

export interface FileOptions {
  columns: Columns
  encoding?: string | undefined
  encodingFallback?: string | undefined
  delimiter?: string | undefined
  /** Whether the file may be GeoJSON. */
  allowsGeoJson: boolean
}

const HEAD_BYTES = 4096

/**
 * Opens a table (CSV, TSV) or GeoJSON, which its first character tells. Rows are read from the file on each call.
 * @throws CatalogError kind `not_found` or `invalid`
 */
export async function openContributionFile(
  path: string,
  options: FileOptions,
): Promise<ContributionFile> {
  const { openText } = await import('../../../tables/open-text.ts')
  const head = await readHead(path)
  const text = await openText(path, head, options)
  if ('code' in text) throw invalid('file', text.message)
  const start = Buffer.from(head).toString('latin1').replaceAll(RECORD_SEPARATOR, '')
  if (!/^(?:\xef\xbb\xbf)?\s*\{/.test(start)) return await openTable(text, options)
  if (options.allowsGeoJson)
    return {
      header: [],
      ignored: [],
      warnings: listWarnings(text),
      rows: () => readFeatures(text, options.columns),
    }
  throw invalid('file', 'is JSON. Write the contributions as CSV instead.')
}

async function readHead(path: string): Promise<Uint8Array> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reasons: Record<string, string> = {
      ENOENT: 'no such file',
      EISDIR: 'it is a folder',
      EACCES: 'permission denied',
    }
    const reason = reasons[code] ?? message
    throw new CatalogError('not_found', `${path} cannot be read: ${reason}.`, { cause: error })
  }
}

async function openTable(
  text: Text,
  { columns, delimiter }: FileOptions,
): Promise<ContributionFile> {
  const { openDelimited } = await import('../../../tables/delimited.ts')
  const options = { map: {}, headerRow: 1, ...(delimiter !== undefined && { delimiter }) }
  const table = await openDelimited(text, options)
  const [problem] = table.findings.filter(({ severity }) => severity === 'error')
  if (problem) throw invalid('file', problem.message)
  if (table.header.length === 0) throw invalid('file', 'is empty. The first row names the columns.')
  const names = table.header.map((name) => findColumn(name, columns))
  const repeated = names.find((name, index) => name && names.indexOf(name) !== index)
  if (repeated) throw invalid('file', `has several columns for ${repeated}.`)
  return {
    header: table.header,
    warnings: listWarnings(text),
    ignored: table.header.filter((name, index) => names[index] === undefined && name.trim() !== ''),
    async *rows() {
      let row = 0
      for await (const record of table.records()) {
        row += 1
        const [problem] = record.problems
        const { writtenCells } = record
        const values = Object.fromEntries(
          names.flatMap((name, index) => (name ? [[name, record.cells[index]]] : [])),
        )
        yield {
          row,
          line: record.line,
          values,
          ...(writtenCells !== undefined && { writtenCells }),
          ...(problem && { problem: problem.message }),
          ...(problem?.code === 'csv.quote' && { isFatal: true }),
        }
      }
    },
  }
}

function listWarnings({ findings }: Text): string[] {
  return findings.map(({ message }) => message)
}

function findColumn(name: string, columns: Columns): string | undefined {
  const normalized = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const found = Object.entries(columns).find(
    ([column, others]) => column === normalized || others.includes(normalized),
  )
  return found?.[0]
}

async function* readFeatures(text: Text, columns: Columns): AsyncGenerator<FileRow> {
  let row = 0
  for await (const { line, text: json, problem } of splitFeatures(text.chunks())) {
    row += 1
    if (problem !== undefined) yield { row, line, values: {}, problem, isFatal: true }
    else yield { row, line, ...parseFeature(json, columns) }
  }
}

function parseFeature(json: string, columns: Columns): Pick<FileRow, 'values' | 'problem'> {
  const feature = parseJson(json)
  if (!isObject(feature)) return { values: {}, problem: 'This object is not valid JSON.' }
  if (feature.type !== 'Feature' || !isObject(feature.geometry)) {
    return { values: {}, problem: 'A Feature with a geometry is expected.' }
  }
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(
    isObject(feature.properties) ? feature.properties : {},
  )) {
    const column = findColumn(name, columns)
    if (column !== undefined) values[column] ??= value
  }
  const { type, coordinates } = feature.geometry
  if (type !== 'Point') return { values: { ...values, polygon: feature.geometry } }
  const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as unknown[]) : []
  return { values: { ...values, longitude, latitude } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
