import { cellAddress, manifestFinding, type Finding } from '../check/finding.ts'
import { quoteForShell } from '../../quote-for-shell.ts'
import { findClosestMatch } from '../../closest-match.ts'
import type { Table } from './table.ts'

/** Every column that a manifest may have; the names are those of the commit's body. */
export const COLUMNS = [
  'file',
  'title',
  'original_date',
  'edtf_date',
  'source_url',
  'description',
  'creator',
  'reference_id',
  'license_name',
  'rotation',
  'mirror',
  'subjects',
  'collection',
  'row_id',
  'content_type',
  'sha256',
  'skip',
  'image_id',
] as const

export type Column = (typeof COLUMNS)[number]

/** What the rows of a manifest are for: new images, or other files for images that are there. */
export type Purpose = 'import' | 'replace'

/** A table may also correct the metadata of images that are there. */
export type TablePurpose = Purpose | 'update'

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

/** Which names of columns are ours. */
export interface ColumnNames {
  /** The manifest's own name of a column to ours. */
  map: Readonly<Record<string, string>>
  /** Names of columns that are the archive's own, besides those that begin with _ or #. */
  ignore?: readonly string[]
}

export interface ColumnOptions extends ColumnNames {
  /** An import by default. */
  purpose?: TablePurpose
  /** Values for cells that are blank or whose column is missing. */
  set: Readonly<Partial<Record<Column, string>>>
  /** Columns whose blank cells take the value of the row above. */
  fillDown?: readonly Column[]
}

/** What each column of the sheet is, by its position; undefined for columns that are left alone. */
export interface Header {
  columns: (Column | undefined)[]
  findings: Finding[]
}

/** Finds out what the columns of a header line are; case, blanks and hyphens in names don't matter. */
export function readHeader(
  { header, headerRow }: Pick<Table, 'header' | 'headerRow'>,
  options: ColumnOptions,
): Header {
  const { purpose = 'import' } = options
  const findings: Finding[] = []
  const unused: string[] = []
  const columns = header.map((name, index) => {
    const cell = headerRow === null ? null : cellAddress(index, headerRow)
    const known = findColumn(name, options)
    if (known !== undefined && ALLOWED[purpose].includes(known)) return known
    if (known === 'image_id') findings.push(reportImageIdColumn(name, cell))
    else if (known !== undefined) unused.push(name)
    else if (!isIgnored(name, options)) findings.push(reportUnknownColumn(name, { cell, purpose }))
    return undefined
  })
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
  { purpose = 'import', set, map }: ColumnOptions,
): Finding[] {
  return REQUIRED[purpose]
    .filter((column) => !columns.includes(column) && set[column] === undefined)
    .map((column) =>
      manifestFinding('column.missing', describeMissingColumn(column, map), { column }),
    )
}

function describeMissingColumn(column: Column, map: ColumnNames['map']): string {
  const theirs = Object.keys(map).filter((name) => map[name] === column)
  const names = [column, ...theirs].map((name) => JSON.stringify(name)).join(' or ')
  const advice = column === 'edtf_date' ? ' If the dates are unknown: --set edtf_date=XXXX' : ''
  return `There is no column ${names}.${advice}`
}

/**
 * What a column is: what `--map` says goes before what is to be ignored, and that before our own names.
 * @returns undefined for columns that are ignored or not known
 */
export function findColumn(name: string, names: ColumnNames): Column | undefined {
  const ours = findMapping(name, names.map)
  if (ours !== undefined) return parseColumnName(ours)
  return isIgnored(name, names) ? undefined : parseColumnName(name)
}

/** A name such as `constructor` is mapped by nobody, though every object has a member of that name. */
function findMapping(name: string, map: ColumnNames['map']): string | undefined {
  const theirs =
    [name, name.trim()].find((spelling) => Object.hasOwn(map, spelling)) ??
    Object.keys(map).find((spelling) => normalizeName(spelling) === normalizeName(name))
  return theirs === undefined ? undefined : map[theirs]
}

/** `Edtf Date` → `edtf_date`. */
export function parseColumnName(name: string): Column | undefined {
  const wanted = normalizeName(name)
  return COLUMNS.find((column) => column === wanted)
}

function normalizeName(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** Columns for the archive's own use; without a name nothing can be meant. */
function isIgnored(name: string, { ignore = [] }: ColumnNames): boolean {
  return (
    /^\s*(?:[_#]|$)/.test(name) || ignore.some((one) => normalizeName(one) === normalizeName(name))
  )
}

function reportUnknownColumn(
  name: string,
  { cell, purpose }: { cell: string | null; purpose: TablePurpose },
): Finding {
  const suggestion = findClosestMatch(name.trim().replace(/[\s-]+/g, '_'), ALLOWED[purpose]) ?? null
  const theirs = quoteForShell(name.trim())
  const advice = `Map it with --map ${theirs}=${suggestion ?? 'COLUMN'}, or ignore it with --ignore-columns ${theirs} or by starting its name with _.`
  return manifestFinding('column.unknown', `Unknown column. ${advice}`, {
    cell,
    column: name,
    value: name,
    suggestion,
  })
}

/** Nobody who names images means to make new ones of the same pictures. */
function reportImageIdColumn(name: string, cell: string | null): Finding {
  const message =
    'An import creates new images. To change the metadata of existing images: catalog update. To replace their files: catalog replace --manifest. To ignore the column, start its name with _.'
  return manifestFinding('column.unknown', message, { cell, column: name, value: name })
}

function reportUnusedColumns(names: readonly string[], purpose: TablePurpose): Finding {
  const what =
    purpose === 'update' ? 'An update changes only metadata' : 'A replacement changes only the file'
  const message = `${what}; these columns are ignored: ${names.join(', ')}.`
  return manifestFinding('column.unused', message, { severity: 'warning' })
}
