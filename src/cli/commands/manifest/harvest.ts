import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { DEFAULT_RATE, PROTOCOLS, type HarvestSource, type Protocol } from '../../harvest/source.ts'
import { parseHttpUrl, parseRate } from '../../options/option-parsers.ts'
import type { Column } from '../../tables/columns.ts'
import { joinMaps } from '../../tables/columns.ts'
import { readMapFile } from '../../tables/map-file.ts'
import { parseColumnMap } from '../import/manifest-options.ts'
import { addWriteOptions, type WriteFlags } from './table-options.ts'

interface HarvestFlags extends WriteFlags {
  protocol?: Protocol
  set?: string
  map: Record<string, string>
  mapFile?: Record<string, string>
  rate: number
  allowPrivateUrls?: true
  allowHttp?: true
  full?: true
  all?: true
}

async function runHarvest(
  cli: Cli,
  { url, file }: { url: string; file: string },
  flags: HarvestFlags,
): Promise<void> {
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
}

export const harvestManifestCommand: CommandFactory = (cli) =>
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
  ).action((url, file, flags) => runHarvest(cli, { url, file }, flags))
