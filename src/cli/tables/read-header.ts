import { cellAddress, manifestFinding, type Finding } from './finding.ts'
import { quoteForShell } from '../terminal/quote-for-shell.ts'
import { findSimilarColumn } from './column-synonyms.ts'
import {
  COLUMNS,
  findColumn,
  isIgnored,
  normalizeName,
  type Column,
  type ColumnNames,
  type ColumnOptions,
  type TablePurpose,
} from './columns.ts'
import { recognizePreset } from './recognize-preset.ts'
import type { Table } from './table.ts'

const ALLOWED: Record<TablePurpose, readonly Column[]> = {
  import: COLUMNS.filter((column) => column !== 'image_id'),
  replace: ['image_id', 'file', 'content_type', 'sha256', 'skip'],
  update: COLUMNS.filter((column) => !['collection', 'content_type', 'sha256'].includes(column)),
}

const REQUIRED: Record<TablePurpose, readonly Column[]> = {
  import: ['file', 'title', 'original_date', 'edtf_date'],
  replace: ['image_id', 'file'],
  update: [],
}

export interface Header {
  /** Known columns by position; undefined for columns that are not read. */
  columns: (Column | undefined)[]
  findings: Finding[]
}

/** Matches the names of a header to the known columns, ignoring case, spaces and hyphens. */
export function readHeader(
  { header, headerRow }: Pick<Table, 'header' | 'headerRow'>,
  options: ColumnOptions,
): Header {
  const { purpose = 'import' } = options
  const findings: Finding[] = []
  const unused: string[] = []
  const unknown: UnknownColumn[] = []
  const columns = header.map((name, index) => {
    const cell = headerRow === null ? null : cellAddress(index, headerRow)
    const known = findColumn(name, options)
    if (known !== undefined && ALLOWED[purpose].includes(known)) return known
    if (known === 'image_id') findings.push(reportImageIdColumn(name, cell))
    else if (known !== undefined) unused.push(name)
    else if (!isIgnored(name, options)) unknown.push({ name, cell })
    return undefined
  })
  findings.push(...reportUnknownColumns(unknown, options))
  if (unused.length > 0) findings.push(reportUnusedColumns(unused, purpose))
  findings.push(...findRepeatedColumns(columns, headerRow), ...findMissingColumns(columns, options))
  return { columns, findings }
}

function findRepeatedColumns(
  columns: readonly (Column | undefined)[],
  headerRow: number | null,
): Finding[] {
  return columns.flatMap((column, index) => {
    if (column === undefined || columns.indexOf(column) === index) return []
    const cell = headerRow === null ? null : cellAddress(index, headerRow)
    return manifestFinding('column.duplicate', `The column "${column}" appears more than once.`, {
      cell,
      column,
    })
  })
}

function findMissingColumns(
  columns: readonly (Column | undefined)[],
  { purpose = 'import', set, map, deriveEdtf }: ColumnOptions,
): Finding[] {
  const isDerived = (column: Column): boolean => column === 'edtf_date' && deriveEdtf === 'certain'
  return REQUIRED[purpose]
    .filter((column) => !columns.includes(column) && set[column] === undefined)
    .filter((column) => !isDerived(column))
    .map((column) =>
      manifestFinding('column.missing', describeMissingColumn(column, map), { column }),
    )
}

function describeMissingColumn(column: Column, map: ColumnNames['map']): string {
  const mapped = Object.keys(map).filter((name) => map[name] === column)
  const names = [column, ...mapped].map((name) => JSON.stringify(name)).join(' or ')
  const advice =
    column === 'edtf_date'
      ? ' To derive it where the meaning of original_date is certain: --derive-edtf certain. If the dates are unknown: --set edtf_date=XXXX'
      : ''
  return `There is no column ${names}.${advice}`
}

interface UnknownColumn {
  name: string
  /** Cell of the header; null if the table has no addresses. */
  cell: string | null
}

/** Columns that have a similar name get a finding each, and all others one together. */
function reportUnknownColumns(
  unknown: readonly UnknownColumn[],
  { purpose = 'import', ignoreUnknown = false }: ColumnOptions,
): Finding[] {
  const findSimilar = ({ name }: UnknownColumn): Column | undefined =>
    findSimilarColumn(normalizeName(name), ALLOWED[purpose])
  const findings = unknown.flatMap((column) => {
    const suggestion = findSimilar(column)
    return suggestion === undefined ? [] : reportSimilar(column, suggestion, ignoreUnknown)
  })
  const others = ignoreUnknown ? [] : unknown.filter((column) => findSimilar(column) === undefined)
  return [
    ...reportPreset(unknown),
    ...findings,
    ...(others.length === 0 ? [] : [reportOthers(others)]),
  ]
}

function reportPreset(unknown: readonly UnknownColumn[]): Finding[] {
  const preset = recognizePreset(unknown.map(({ name }) => name))
  if (preset === undefined) return []
  const message = `The columns are named as in an export of a known program. To read them: --preset ${preset} --ignore-unknown`
  return [manifestFinding('column.preset', message, { severity: 'warning', suggestion: preset })]
}

function reportSimilar(
  { name, cell }: UnknownColumn,
  suggestion: Column,
  isIgnored: boolean,
): Finding {
  const word = quoteForShell(name.trim())
  const message = isIgnored
    ? `The column is ignored. To use it: --map ${word}=${suggestion}.`
    : `Unknown column. Map it with --map ${word}=${suggestion}, or ignore it with --ignore-columns ${word} or by starting its name with _.`
  const severity = isIgnored ? 'warning' : 'error'
  const about = { severity, cell, column: name, value: name, suggestion } as const
  return manifestFinding('column.unknown', message, about)
}

const MAX_NAMED_COLUMNS = 50

function reportOthers(others: readonly UnknownColumn[]): Finding {
  const [first] = others
  const names = others.slice(0, MAX_NAMED_COLUMNS).map(({ name }) => name.trim())
  const listed = names.map((name) => JSON.stringify(name)).join(', ')
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : ''
  const isListable = more === '' && !names.some((name) => name.includes(','))
  const ignoring = isListable ? `--ignore-columns ${quoteForShell(names.join(','))} or ` : ''
  const message = `${others.length === 1 ? 'Unknown column' : 'Unknown columns'}: ${listed}${more}. Ignore what the catalog does not need with ${ignoring}--ignore-unknown, or map a column with --map THEIRS=OURS.`
  const name = others.length === 1 ? (first?.name ?? null) : null
  return manifestFinding('column.unknown', message, {
    cell: first?.cell ?? null,
    column: name,
    value: name,
  })
}

/** An import with an `image_id` column most likely meant `catalog update` or `catalog replace`. */
function reportImageIdColumn(name: string, cell: string | null): Finding {
  const message =
    'An import creates new images. To change the metadata of existing images: catalog update. To replace their files: catalog replace --manifest. To ignore the column, start its name with _.'
  return manifestFinding('column.unknown', message, { cell, column: name, value: name })
}

function reportUnusedColumns(names: readonly string[], purpose: TablePurpose): Finding {
  const rule =
    purpose === 'update' ? 'An update changes only metadata' : 'A replacement changes only the file'
  const message = `${rule}; these columns are ignored: ${names.join(', ')}.`
  return manifestFinding('column.unused', message, { severity: 'warning' })
}
