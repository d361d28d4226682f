import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addWriteOptions, type WriteFlags } from './table-options.ts'

const SOURCES = ['exif', 'iptc', 'xmp', 'filename'] as const
type Source = (typeof SOURCES)[number]

/** IPTC and XMP are mostly written by people, EXIF by devices. */
const DEFAULT_SOURCES: Source[] = ['iptc', 'xmp', 'exif', 'filename']

interface ScanFlags extends WriteFlags {
  recursive?: true
  from: Source[]
  pattern?: string
  metadataEncoding?: string
  exclude: string[]
}

async function runScan(
  cli: Cli,
  { folder, file }: { folder: string; file: string },
  flags: ScanFlags,
): Promise<void> {
  const { writeScan } = await import('../../manifest/scan/write-scan.ts')
  await writeScan(cli, { folder, file }, flags)
}

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

export const scanManifestCommand: CommandFactory = (cli) =>
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
  ).action((folder, file, flags) => runScan(cli, { folder, file }, flags))
