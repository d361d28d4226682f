import { cellAddress, manifestFinding, type Finding } from '../check/finding.ts'
import { nearest } from '../check/nearest.ts'
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
] as const

export type Column = (typeof COLUMNS)[number]

const REQUIRED_COLUMNS: readonly Column[] = ['file', 'title', 'original_date', 'edtf_date']

export interface ColumnOptions {
  /** The manifest's own name of a column to ours. */
  map: Readonly<Record<string, string>>
  /** Values for cells that are blank or whose column is missing. */
  set: Readonly<Partial<Record<Column, string>>>
  /** Names of columns that are the archive's own, besides those that begin with _ or #. */
  ignore?: readonly string[]
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
  const findings: Finding[] = []
  const address = (index: number): string | null =>
    headerRow === null ? null : cellAddress(index, headerRow)
  const columns = header.map((name, index) => {
    const known = columnNamed(mapped(name, options.map))
    if (known === undefined && !isIgnored(name, options))
      findings.push(unknownColumn(name, address(index)))
    return known
  })
  for (const [index, column] of columns.entries()) {
    if (column !== undefined && columns.indexOf(column) < index) {
      findings.push(repeatedColumn(column, address(index)))
    }
  }
  for (const column of REQUIRED_COLUMNS) {
    if (!columns.includes(column) && options.set[column] === undefined) {
      findings.push(
        manifestFinding('column.missing', `There is no column "${column}".`, { column }),
      )
    }
  }
  return { columns, findings }
}

/** A name such as `constructor` is mapped by nobody, though every object has a member of that name. */
function mapped(name: string, map: ColumnOptions['map']): string {
  const theirs =
    [name, name.trim()].find((spelling) => Object.hasOwn(map, spelling)) ??
    Object.keys(map).find((spelling) => plain(spelling) === plain(name))
  return theirs === undefined ? name : (map[theirs] ?? name)
}

/** `Edtf Date` → `edtf_date`. */
export function columnNamed(name: string): Column | undefined {
  const wanted = plain(name)
  return COLUMNS.find((column) => column === wanted)
}

function plain(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** Columns for the archive's own use; without a name nothing can be meant. */
function isIgnored(name: string, { ignore = [] }: ColumnOptions): boolean {
  return /^\s*(?:[_#]|$)/.test(name) || ignore.some((one) => plain(one) === plain(name))
}

function unknownColumn(name: string, cell: string | null): Finding {
  const suggestion = nearest(name.trim().replace(/[\s-]+/g, '_'), COLUMNS) ?? null
  const advice =
    'Put _ before its name to have it ignored, or name what it is with --map THEIRS=OURS.'
  return manifestFinding('column.unknown', `This column is not known. ${advice}`, {
    cell,
    column: name,
    value: name,
    suggestion,
  })
}

function repeatedColumn(column: Column, cell: string | null): Finding {
  return manifestFinding('column.duplicate', `There are two columns "${column}".`, {
    cell,
    column,
  })
}
