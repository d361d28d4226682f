import {
  Option,
  InvalidArgumentError,
  type Command,
  type OptionValues,
} from '@commander-js/extra-typings'
import { CONFIDENCES, SUGGEST } from '../../../core/model/confidences.ts'
import type { Cli } from '../../cli.ts'
import { addDateOptions, toRecordedDateOptions, type DateFlags } from '../../dates/date-options.ts'
import type { PlaceOptions } from '../../import/check/check-place.ts'
import type { ReadAndCheckOptions } from '../../import/check/read-and-check.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { joinMaps, parseColumnName, type Column } from '../../tables/columns.ts'
import { readMapFile } from '../../tables/toml.ts'
import { PRESETS, PRESET_NAMES, type Preset } from '../../tables/presets.ts'

/** Flags for the coordinates of a table. */
interface PlacementFlags {
  places?: NonNullable<PlaceOptions['places']>
  replacePlaces?: true
  decimalComma?: true
}

/** Adds the options of commands that place images. */
export function addPlacementOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .addOption(
      new Option(
        '--places <confidence>',
        'Place images at latitude and longitude, with this confidence where a row has none; "suggest" leaves placing them to people',
      ).choices([...CONFIDENCES, SUGGEST]),
    )
    .option('--replace-places', 'Also place images that have a placement')
    .option('--decimal-comma', 'Read coordinates with decimal commas')
}

function toPlacementOptions({ places, replacePlaces, decimalComma }: PlacementFlags): PlaceOptions {
  return {
    ...(places && { places }),
    ...(replacePlaces && { replacePlaces }),
    ...(decimalComma && { decimalComma }),
  }
}

/** Format of the table. */
export interface FileFlags {
  sheet?: string
  encoding?: string
  encodingFallback?: string
  delimiter?: string
  headerRow?: number
}

/** The options of every command that reads a manifest. */
export interface ManifestFlags extends FileFlags, DateFlags, PlacementFlags {
  collection?: number
  files: string[]
  ignoreColumns?: string[]
  ignoreUnknown?: true
  preset?: Preset
  mapFile?: Record<string, string>
  fillDown?: Column[]
  deriveEdtf?: 'off' | 'certain'
  hashFirst?: true
  findDuplicates?: true
  allowPrivateUrls?: true
  allowHttp?: true
  map: Record<string, string>
  set: Partial<Record<Column, string>>
}

export function addManifestOptions<Args extends unknown[]>(command: Command<Args>) {
  return addPlacementOptions(
    addDateOptions(
      addReadingOptions(
        command.option(
          '--collection <id>',
          'Collection for rows that do not specify one',
          parsePositiveInteger,
        ),
      )
        .option(
          '--find-duplicates',
          'Search the instance for images with the same reference id or file',
        )
        .addOption(
          new Option(
            '--derive-edtf <when>',
            'Fill a blank edtf_date from original_date if its meaning is certain (default: off)',
          ).choices(['off', 'certain'] as const),
        ),
    ),
  )
}

/** Adds the options of commands that read a table of files. */
export function addReadingOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return addTableOptions(
    command.option('--files <folder>', 'Folder to search for files; repeatable', appendValue, []),
  )
    .option('--hash-first', 'Read and hash every file before sending anything')
    .option('--allow-private-urls', 'Download files also from private addresses')
    .option('--allow-http', 'Download files also from http addresses')
}

/** Adds the options that say how the file of a table is read. */
export function addFileOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option('--sheet <name>', 'Worksheet to read, if the workbook has several')
    .option('--encoding <name>', 'Text encoding, such as windows-1252 (default: UTF-8)')
    .option('--encoding-fallback <name>', 'Encoding of lines that are not valid in the first one')
    .option(
      '--delimiter <character>',
      'Cell delimiter: a character, or tab (default: detected)',
      parseDelimiter,
    )
    .option(
      '--header-row <number>',
      'Row that holds the column names (default: detected)',
      parsePositiveInteger,
    )
}

/** Adds the options of commands that read any table. */
export function addTableOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return addFileOptions(command.optionsGroup('Manifest options:'))
    .option('--ignore-columns <names>', 'Columns to ignore, separated by commas', parseNames)
    .option('--ignore-unknown', 'Ignore all columns with unknown names')
    .option(
      '--map <theirs=ours>',
      'Use the column THEIRS as the column OURS; repeatable',
      parseColumnMap,
      {},
    )
    .option('--map-file <file>', 'Read the mapping from a TOML file: ours = "theirs"', readMapFile)
    .addOption(
      new Option('--preset <program>', 'Use the column names of a program').choices(PRESET_NAMES),
    )
    .option(
      '--set <column=value>',
      'Value for blank cells of a column; repeatable',
      parseColumnValue,
      {},
    )
    .option(
      '--fill-down <columns>',
      'Fill blank cells of these columns with the value above',
      parseColumns,
    )
}

export function toPrepareOptions({
  files,
  map,
  set,
  ...flags
}: ManifestFlags): ReadAndCheckOptions {
  const { collection, sheet, encoding, encodingFallback, delimiter, headerRow } = flags
  const { ignoreColumns: ignore, ignoreUnknown, preset, mapFile } = flags
  const { fillDown, hashFirst, findDuplicates, allowPrivateUrls, allowHttp, deriveEdtf } = flags
  const form = {
    sheet,
    encoding,
    encodingFallback,
    delimiter,
    headerRow,
    ignore,
    ignoreUnknown,
    fillDown,
    deriveEdtf,
  }
  const given = { collection, ...form, hashFirst, findDuplicates, allowPrivateUrls, allowHttp }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    files,
    map: joinMaps(joinMaps(preset ? PRESETS[preset] : {}, mapFile ?? {}), map),
    set,
    dates: toRecordedDateOptions(flags),
    ...toPlacementOptions(flags),
    ...Object.fromEntries(present),
  }
}

/** Asks for the text encoding if it is ambiguous, and returns the flags with the answer. */
export async function withEncoding<Flags extends ManifestFlags>(
  cli: Cli,
  path: string,
  flags: Flags,
): Promise<Flags> {
  const { askEncoding } = await import('../../import/check/ask-encoding.ts')
  const encoding = await askEncoding(cli, path, toPrepareOptions(flags))
  return encoding === undefined ? flags : { ...flags, encoding }
}

function parseColumns(text: string, before: Column[] = []): Column[] {
  return [...before, ...text.split(',').map(requireColumn)]
}

function parseNames(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((name) => name.trim())]
}

function appendValue(value: string, before: string[]): string[] {
  return [...before, value]
}

function parseDelimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text
  if (character.length === 1 && !'"\r\n'.includes(character)) return character
  throw new InvalidArgumentError('Must be one character, or tab.')
}

export function parseColumnMap(
  text: string,
  before: Record<string, string>,
): Record<string, string> {
  const [theirs, ours] = parsePair(text)
  return { ...before, [theirs]: requireColumn(ours) }
}

function parseColumnValue(
  text: string,
  before: Partial<Record<Column, string>>,
): Partial<Record<Column, string>> {
  const [name, value] = parsePair(text)
  return { ...before, [requireColumn(name)]: value }
}

function parsePair(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new InvalidArgumentError('Must have the form name=value.')
}

export function requireColumn(name: string): Column {
  const column = parseColumnName(name)
  if (column !== undefined) return column
  throw new InvalidArgumentError(`Unknown column: ${JSON.stringify(name)}.`)
}
