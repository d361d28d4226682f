import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { addDateOptions, toRecordedDateOptions, type DateFlags } from '../../dates/date-options.ts'
import { DEFAULT_RATE, PROTOCOLS, type HarvestSource } from '../../harvest/source.ts'
import { parseHttpUrl, parseRate } from '../../options/option-parsers.ts'
import { joinMaps, type Column } from '../../tables/columns.ts'
import { readMapFile } from '../../tables/toml.ts'
import { parseColumnMap } from '../import/manifest-options.ts'
import {
  addWriteOptions,
  addReadOptions,
  toReadOptions,
  type ReadFlags,
  type WriteFlags,
} from './table-options.ts'

const SOURCES = ['exif', 'iptc', 'xmp', 'filename'] as const

type Source = (typeof SOURCES)[number]

/** IPTC and XMP are mostly written by people, EXIF by devices. */
const DEFAULT_SOURCES: Source[] = ['iptc', 'xmp', 'exif', 'filename']

function parseSources(text: string): Source[] {
  const names = text.split(',').map((name) => name.trim())
  const sources = names.map((name) => SOURCES.find((source) => source === name))
  const known = sources.filter((source) => source !== undefined)
  if (known.length === names.length && new Set(known).size === known.length) return known
  throw new InvalidArgumentError(`Must be a list of ${SOURCES.join(', ')}, each at most once.`)
}

function appendName(name: string, before: string[]): string[] {
  return [...before, name]
}

const scanManifestCommand: CommandFactory = (cli) =>
  addWriteOptions(
    new Command('scan')
      .description('Create a manifest of the images in a folder')
      .argument('<folder>', 'Folder of images')
      .argument('[file]', 'Table to write; - for standard output', '-')
      .option('-r, --recursive', 'Include the images of subfolders')
      .addOption(
        new Option('--from <sources>', 'Where values come from, in order of preference')
          .argParser(parseSources)
          .default(DEFAULT_SOURCES, DEFAULT_SOURCES.join()),
      )
      .option(
        '--pattern <regex>',
        'Read columns from paths: a regular expression with named groups',
      )
      .option(
        '--metadata-encoding <name>',
        'Encoding of IPTC and EXIF texts that are not UTF-8 (default: windows-1252)',
      )
      .option(
        '--exclude <name>',
        'Leave out files and folders of this name, with * and ?; repeatable',
        appendName,
        [] as string[],
      ),
  ).action(async (folder, file, flags) => {
    const { writeScan } = await import('../../manifest/scan/write-scan.ts')
    await writeScan(cli, { folder, file }, flags)
  })

const harvestManifestCommand: CommandFactory = (cli) =>
  addWriteOptions(
    new Command('harvest')
      .description('Create a manifest of an online collection')
      .argument(
        '<url>',
        'IIIF collection or manifest, OAI-PMH repository, or file of JSON lines',
        parseHttpUrl,
      )
      .argument('[file]', 'Table to write; - for standard output', '-')
      .addOption(
        new Option('--protocol <name>', 'What the URL is (default: detected)').choices(PROTOCOLS),
      )
      .option('--set <name>', 'Set of an OAI-PMH repository')
      .option(
        '--map <theirs=ours>',
        'Use the member THEIRS of JSON lines as the column OURS; repeatable',
        parseColumnMap,
        {},
      )
      .option(
        '--map-file <file>',
        'Read the mapping from a TOML file: ours = "theirs"',
        readMapFile,
      )
      .option('--rate <number>', 'Requests per second', parseRate, DEFAULT_RATE)
      .option('--full', 'Read all of a repository that tells what changed')
      .option('--all', 'List all records, also unchanged ones')
      .option('--allow-private-urls', 'Read also from private addresses')
      .option('--allow-http', 'List also pictures at http addresses'),
  ).action(async (url, file, flags) => {
    const { writeHarvest } = await import('../../harvest/write-harvest.ts')
    const { protocol, set, map, mapFile = {}, allowHttp = false } = flags
    const source: HarvestSource = {
      url,
      protocol,
      set,
      map: joinMaps(mapFile, map) as Record<string, Column>,
      allowHttp,
    }
    await writeHarvest(cli, source, file, flags)
  })

interface DatesFlags extends DateFlags, ReadFlags {
  write?: string | true
  force?: true
  interactive?: true
}

/** @throws CatalogError kind `invalid` if the options conflict, or if questions cannot be asked */
function rejectFlags(cli: Cli, { write, interactive }: DatesFlags): void {
  if (write === '-')
    throw invalid('--write', 'needs a file, because the dates go to standard output')
  if (!interactive) return
  if (write === undefined) throw invalid('--interactive', 'needs --write, to keep the answers')
  if (!cli.interactive || !cli.globals.input) throw invalid('--interactive', 'needs a terminal')
}

const datesManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addDateOptions(
      new Command('dates')
        .description('Convert the recorded dates of a manifest to EDTF')
        .argument('<manifest>', 'Table or folder of images to read; - for standard input'),
    )
      .option('--write [file]', 'Write a copy with certain dates in the blank cells of edtf_date')
      .option('--interactive', 'Ask for each date that is not certain')
      .option('--force', 'Replace an existing file'),
  ).action(async (manifest, flags) => {
    const { write, force, interactive } = flags
    rejectFlags(cli, flags)
    const { convertDates } = await import('../../manifest/dates/convert-dates.ts')
    await convertDates(cli, manifest, {
      reading: toReadOptions(flags),
      dates: toRecordedDateOptions(flags),
      write,
      force,
      interactive,
    })
  })

const templateManifestCommand: CommandFactory = (cli) =>
  addWriteOptions(
    new Command('template')
      .description('Create an empty manifest with a description of each column')
      .argument('[file]', 'Table to write; - for standard output', '-')
      .option('--offline', 'Do not ask the instance for its licenses and subjects (XLSX)'),
  ).action(async (file, flags) => {
    const { writeTemplate } = await import('../../manifest/template/write-template.ts')
    await writeTemplate(cli, file, flags)
  })

const convertManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addWriteOptions(
      new Command('convert')
        .description('Convert a manifest to another format without loss')
        .argument('<manifest>', 'Table or folder of images to read; - for standard input')
        .argument('<file>', 'Table to write; - for standard output'),
    ),
  ).action(async (from, to, flags) => {
    const { chooseFormat } = await import('../../manifest/choose-format.ts')
    const { readTable } = await import('../../manifest/read-table.ts')
    const { reportWritten } = await import('../../manifest/report-written.ts')
    const { writeTable } = await import('../../tables/write-table.ts')
    const format = chooseFormat(cli, to, flags)
    const table = await readTable(cli, from, toReadOptions(flags))
    const target = { path: to, force: flags.force, inputs: [from] }
    const rows = await writeTable(cli, target, table, format)
    const { header, warnings } = table
    reportWritten(cli, to, { format: format.format, rows, columns: header.length, warnings })
  })

const diffManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    new Command('diff')
      .description('Compare two manifests, whatever their formats')
      .argument('<before>', 'Table to compare; - for standard input')
      .argument('<after>', 'Table to compare it with')
      .option('--key <column>', 'Column that identifies rows (default: file, else reference_id)'),
  ).action(async (before, after, flags) => {
    const { readTable } = await import('../../manifest/read-table.ts')
    const { chooseKey, readKeyedTable } = await import('../../manifest/keyed-table.ts')
    const { diffTables } = await import('../../manifest/diff-tables.ts')
    const { reportDiff } = await import('../../manifest/report-diff.ts')
    const options = toReadOptions(flags)
    const first = await readTable(cli, before, options)
    const second = await readTable(cli, after, options)
    const key = chooseKey([first, second], flags.key)
    const old = await readKeyedTable(first, key)
    reportDiff(cli, key, diffTables(old, await readKeyedTable(second, key), key))
  })

interface MergeFlags extends ReadFlags, WriteFlags {
  key?: string
  to: string
  prefer?: 'base' | 'other'
  append?: true
}

async function runMerge(cli: Cli, names: readonly string[], flags: MergeFlags): Promise<void> {
  const { writeMerge } = await import('../../manifest/write-merge.ts')
  await writeMerge(cli, names, { ...flags, reading: toReadOptions(flags) })
}

const mergeManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addWriteOptions(
      new Command('merge')
        .description('Fill blank cells of a manifest from other tables')
        .argument('<base>', 'Table whose rows are completed; - for standard input')
        .argument('<others...>', 'Tables with the same key and more columns or values')
        .requiredOption('--to <file>', 'Table to write; - for standard output')
        .option('--key <column>', 'Column that identifies rows (default: file, else reference_id)')
        .addOption(
          new Option('--prefer <table>', 'Which value to use if two tables differ').choices([
            'base',
            'other',
          ] as const),
        )
        .option('--append', 'Append rows that the base does not have'),
    ),
  ).action((base, others, flags) => runMerge(cli, [base, ...others], flags))

export const manifestCommand = createCommandGroup('manifest', 'Create and edit manifests', [
  scanManifestCommand,
  harvestManifestCommand,
  datesManifestCommand,
  templateManifestCommand,
  convertManifestCommand,
  diffManifestCommand,
  mergeManifestCommand,
])
