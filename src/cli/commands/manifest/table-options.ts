import { Option, type Command, type OptionValues } from '@commander-js/extra-typings'
import type { FileFormat } from '../../tables/write-rows.ts'
import type { ReadOptions } from '../../manifest/read-table.ts'
import { addFileOptions, parseColumnMap, type FileFlags } from '../import/manifest-options.ts'

export const FILE_FORMATS = ['csv', 'tsv', 'xlsx', 'jsonl'] as const satisfies readonly FileFormat[]

/** The options of commands that write a table. */
export interface WriteFlags {
  format?: FileFormat
  excelLocale?: 'eu'
  force?: true
}

/** Adds the options of commands that write a table. */
export function addWriteOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .addOption(
      new Option('--format <format>', 'Format of the table (default: from the extension)').choices(
        FILE_FORMATS,
      ),
    )
    .addOption(
      new Option(
        '--excel-locale <locale>',
        'Separate CSV cells with a semicolon, as Excel expects in most of Europe',
      ).choices(['eu'] as const),
    )
    .option('--force', 'Replace an existing file')
}

/** The options of commands that read tables of any columns. */
export interface ReadFlags extends FileFlags {
  map: Record<string, string>
}

/** Adds the options of commands that read tables of any columns. */
export function addReadOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return addFileOptions(command.optionsGroup('Options for reading:')).option(
    '--map <theirs=ours>',
    'Rename the column THEIRS to the column OURS; repeatable',
    parseColumnMap,
    {},
  )
}

export function toReadOptions({
  sheet,
  encoding,
  encodingFallback,
  delimiter,
  headerRow,
  map,
}: ReadFlags): ReadOptions {
  const given = { sheet, encoding, encodingFallback, delimiter, headerRow }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { map, ...Object.fromEntries(present) }
}
