import { access, constants } from 'node:fs/promises'
import { parse, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../core/base/clock.ts'
import { CatalogError, notFound } from '../../core/base/errors.ts'
import type { NamedPlace } from '../../core/model/gazetteer/named-place.ts'
import {
  CREDITS,
  readPlaces,
  startPlacesReport,
  type PlacesReport,
} from '../../core/model/gazetteer/read-places.ts'
import type { Cli } from '../cli.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../host/with-catalog.ts'
import { parseNonBlank } from '../options/option-parsers.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { hint, printRecord, print } from '../terminal/output.ts'
import { PAUSE_MS } from './admin/in-transactions.ts'

interface Options extends DataOption {
  name?: string
  credit?: string
}

const NAME = /^[\w.-]{1,100}$/u

async function runAddGazetteer(cli: Cli, file: string, options: Options): Promise<void> {
  const path = resolve(cli.cwd, file)
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw notFound(`Cannot read ${file}.`, { cause })
  })
  const name = options.name ?? toName(file)
  const report = startPlacesReport()
  const { addGazetteer } = await import('../../core/writes/gazetteer/add-gazetteer.ts')
  const { readAnyLines } = await import('../../core/dump/read-lines.ts')
  const { entries, credit } = await withCatalog(cli, options, async (catalog) => {
    const places = readPlaces(readAnyLines(path), report)
    const first = await places.next()
    const credit = options.credit ?? CREDITS[report.format ?? 'geonames']
    const entries = await addGazetteer(
      catalog,
      { name, credit },
      startWith(first.value ?? [], places),
      async () => {
        cli.signal.throwIfAborted()
        await pause(PAUSE_MS)
      },
    )
    return { entries, credit }
  })
  if (entries === 0)
    throw new CatalogError('invalid', `${file} has no places with names.`, {
      ...(report.problems.length > 0 && { hint: `${report.problems.join('; ')}.` }),
    })
  printRecord(cli, { name, entries, ...countLines(report), credit })
  if (report.malformed === 0) return
  cli.exitCode = EXIT.partial
  hint(cli, `Malformed lines were left out: ${report.problems.join('; ')}.`)
}

function countLines({ lines, unused, malformed }: PlacesReport) {
  return { lines, unused, malformed }
}

async function* startWith(
  first: NamedPlace[],
  others: AsyncIterable<NamedPlace[]>,
): AsyncGenerator<NamedPlace[]> {
  yield first
  yield* others
}

/** `US.txt` is `US`. */
function toName(file: string): string {
  return parse(file)
    .name.replaceAll(/[^\w.-]+/gu, '-')
    .slice(0, 100)
}

function parseName(text: string): string {
  if (NAME.test(text)) return text
  throw new InvalidArgumentError('Must be 1 to 100 letters, digits, dots, hyphens or underscores.')
}

function parseCredit(text: string): string {
  if (text.length <= 200) return parseNonBlank(text)
  throw new InvalidArgumentError('Must be at most 200 characters.')
}

const addGazetteerCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add the places of a file of GeoNames or OpenStreetMap')
    .argument('<file>', "GeoNames' tab-separated dump, or GeoJSON with a feature in each line")
    .option('--name <name>', 'Name of the gazetteer (default: that of the file)', parseName)
    .option('--credit <text>', 'Credit to show (default: that of the project)', parseCredit)
    .addOption(createDataOption())
    .action((file, options) => runAddGazetteer(cli, file, options))

const listGazetteersCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the gazetteers')
    .addOption(createDataOption())
    .action(async (options) => {
      const { listGazetteers } = await import('../../core/queries/gazetteer/list-gazetteers.ts')
      const rows = await withCatalog(cli, options, ({ reads }) => listGazetteers(reads))
      print(
        cli,
        rows.map((row) => ({
          ...row,
          state: row.entries === null ? 'incomplete' : 'complete',
          added_at: formatTimestamp(row.added_at),
        })),
        ['name', 'state', 'entries', 'credit', 'added_at'],
      )
    })

const removeGazetteerCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Remove a gazetteer with its entries')
    .argument('<name>', 'Name of the gazetteer: see catalog gazetteer list', parseNonBlank)
    .addOption(createDataOption())
    .action(async (name, options) => {
      const { removeGazetteer } = await import('../../core/writes/gazetteer/remove-gazetteer.ts')
      const isRemoved = await withCatalog(cli, options, (catalog) => removeGazetteer(catalog, name))
      if (isRemoved) return printRecord(cli, { name, state: 'removed' })
      throw notFound(`There is no gazetteer ${JSON.stringify(name)}.`, {
        hint: 'List them with: catalog gazetteer list',
      })
    })

/** `catalog gazetteer`: its subcommands open the catalog themselves, by dynamic import. */
export const gazetteerCommand = createCommandGroup(
  'gazetteer',
  'Manage the names of places that help people to find the place of an image',
  [addGazetteerCommand, listGazetteersCommand, removeGazetteerCommand],
)
