import { basename, extname } from 'node:path'
import { RE2JS, RE2JSException } from 're2js'
import { invalid } from '../../../core/base/errors.ts'
import { COLUMNS } from '../../tables/columns.ts'

/** Reads values of columns from a path, such as `album3/017.tif`; undefined if it does not match. */
export type FileNameReader = (path: string) => Record<string, string> | undefined

/** Columns that a scan or another command determines. */
const RESERVED = ['file', 'image_id']

export interface FileNamePattern {
  /** Columns in the order of the pattern. */
  columns: readonly string[]
  read: FileNameReader
}

/**
 * Compiles a regular expression whose named groups are columns of manifests. RE2 needs time linear in the length of
 * the name, whatever the expression.
 * @throws CatalogError kind `invalid`
 */
export function compilePattern(pattern: string): FileNamePattern {
  const expression = compile(pattern)
  const columns = Object.keys(expression.namedGroups())
  if (columns.length === 0) {
    throw invalid('--pattern', 'has no named group, such as (?<title>.+)')
  }
  for (const column of columns) rejectUnknownColumn(column)
  return {
    columns,
    read(path) {
      const matcher = expression.matcher(path)
      if (!matcher.find()) return undefined
      const values = columns.map((column) => [column, (matcher.group(column) ?? '').trim()])
      return Object.fromEntries(values)
    },
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const message = `is not a regular expression of RE2, which has no look-around and no back-references: ${error.message}`
    throw invalid('--pattern', message)
  }
}

function rejectUnknownColumn(column: string): void {
  const known = COLUMNS.filter((name) => !RESERVED.includes(name))
  if (column.startsWith('_') || known.some((name) => name === column)) return
  const names = known.join(', ')
  throw invalid(
    '--pattern',
    `has the group ${column}, which is not a column. Columns: ${names}, and names that start with _`,
  )
}

/** Names that cameras and scanners give. */
const DEVICE_NAME =
  /^(?:dscn?|dscf|img|image|mvc|p|pict|scan|scanned|page|bild|foto|photo)?[\s_-]*\d*$/i

/** Reads a title such as `Old Bridge 1912` from `Old_Bridge_1912.tif`; none from the names that devices give. */
export function readTitle(path: string): string | undefined {
  const stem = basename(path, extname(path))
  const title = stem.replaceAll('_', ' ').trim()
  return /\p{L}{3}/u.test(title) && !DEVICE_NAME.test(stem) ? title : undefined
}

/** Compiles names with the wildcards `*` and `?` to a test that ignores case. */
export function compileExclusions(names: readonly string[]): (name: string) => boolean {
  const expressions = names.map((name) => {
    const source = name.replace(/[*?]|[^*?]+/g, (part) =>
      part === '*' ? '.*' : part === '?' ? '.' : RE2JS.quote(part),
    )
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL)
  })
  return (name) => expressions.some((expression) => expression.matches(name))
}
