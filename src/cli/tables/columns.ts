/** Every column that a manifest may have. Metadata columns are named as in the commit request. */
export const COLUMNS = [
  'file',
  'title',
  'original_date',
  'edtf_date',
  'source_url',
  'description',
  'creator',
  'reference_id',
  'archive_position',
  'license_name',
  'rotation',
  'mirror',
  'subjects',
  'latitude',
  'longitude',
  'direction',
  'confidence',
  'confidence_notes',
  'collection',
  'row_id',
  'content_type',
  'sha256',
  'skip',
  'image_id',
] as const

export type Column = (typeof COLUMNS)[number]

/** Whether rows create images or replace the files of existing images. */
export type Purpose = 'import' | 'replace'

/** A table may also update the metadata of existing images. */
export type TablePurpose = Purpose | 'update'

/** Mapping of the column names of a manifest to the known columns. */
export interface ColumnNames {
  /** Known columns by their name in the manifest. */
  map: Readonly<Record<string, string>>
  /** Names of columns to ignore, in addition to those that start with _ or #. */
  ignore?: readonly string[]
  /** Whether to ignore all columns with unknown names. Those that are similar to a known one get a warning. */
  ignoreUnknown?: boolean
}

export interface ColumnOptions extends ColumnNames {
  /** Default: `import`. */
  purpose?: TablePurpose
  /** Values for cells that are blank or whose column is missing. */
  set: Readonly<Partial<Record<Column, string>>>
  /** Columns whose blank cells take the value of the previous row. */
  fillDown?: readonly Column[]
  /** Whether a blank `edtf_date` is derived from a recorded date whose meaning is certain. Default: `off`. */
  deriveEdtf?: 'off' | 'certain'
}

/**
 * Finds the known column with this name. `--map` takes precedence over ignored names, and those over
 * the names of the known columns.
 * @returns undefined if the column is ignored or unknown
 */
export function findColumn(name: string, names: ColumnNames): Column | undefined {
  const mapped = findMapping(name, names.map)
  if (mapped !== undefined) return parseColumnName(mapped)
  return isIgnored(name, names) ? undefined : parseColumnName(name)
}

/** Joins two mappings. The second takes precedence, also over other spellings of its names. */
export function joinMaps(
  first: ColumnNames['map'],
  second: ColumnNames['map'],
): Record<string, string> {
  const names = new Set(Object.keys(second).map(normalizeName))
  const others = Object.entries(first).filter(([name]) => !names.has(normalizeName(name)))
  return { ...Object.fromEntries(others), ...second }
}

/** Looks only at own properties: a column may be named `constructor`. */
function findMapping(name: string, map: ColumnNames['map']): string | undefined {
  const key =
    [name, name.trim()].find((spelling) => Object.hasOwn(map, spelling)) ??
    Object.keys(map).find((spelling) => normalizeName(spelling) === normalizeName(name))
  return key === undefined ? undefined : map[key]
}

/** `Edtf Date` → `edtf_date`. */
export function parseColumnName(name: string): Column | undefined {
  const normalized = normalizeName(name)
  return COLUMNS.find((column) => column === normalized)
}

/** Columns without a name are ignored, too. */
export function isIgnored(name: string, { ignore = [] }: ColumnNames): boolean {
  return (
    /^\s*(?:[_#]|$)/.test(name) || ignore.some((one) => normalizeName(one) === normalizeName(name))
  )
}

/** Reduces a column name to how it is compared: `Edtf Date` → `edtf_date`. */
export function normalizeName(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
