import { extname } from 'node:path'
import { invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { findFormatOf } from '../tables/output-format.ts'
import type { FileFormat, RowFormat } from '../tables/write-rows.ts'

interface FormatFlags {
  format?: FileFormat
  excelLocale?: 'eu'
}

/**
 * Chooses the format of a table to write: the given one, else that of the file's extension, else `fallback` if there is no
 * extension.
 * @param path `-` for standard output
 * @throws CatalogError kind `invalid` if no format is known, or if it does not suit the other options
 */
export function chooseFormat(
  cli: Cli,
  path: string,
  { format: given, excelLocale }: FormatFlags,
  fallback?: FileFormat,
): RowFormat {
  const format = given ?? findFormatOf(path) ?? (extname(path) === '' ? fallback : undefined)
  if (format === undefined) {
    throw invalid(
      '--format',
      'is required, because the extension of the file is not csv, tsv, xlsx or jsonl',
    )
  }
  if (excelLocale !== undefined && format !== 'csv') {
    throw invalid('--excel-locale', `applies only to CSV, not to ${format}`)
  }
  if (path === '-') rejectStandardOutput(cli, format)
  return { format, delimiter: excelLocale === 'eu' ? ';' : ',' }
}

function rejectStandardOutput({ stdout, globals }: Cli, format: FileFormat): void {
  if (globals.output !== 'human') {
    throw invalid(
      '--output',
      'needs a file for the table, because the result goes to standard output',
    )
  }
  if (format === 'xlsx' && stdout.isTTY) {
    throw invalid('--format', 'is xlsx, which a terminal cannot show. Name a file')
  }
}
