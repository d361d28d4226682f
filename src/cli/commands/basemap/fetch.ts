import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import { parseBox } from '../../../core/model/geometry/box.ts'
import type { AreaBounds } from '../../../core/model/tiles/areas.ts'
import type { ExtractDownload } from '../../basemap/download-extract.ts'
import { findArchive, PROTOMAPS } from '../../basemap/find-archive.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { withCatalog, createDataOption, type DataOption } from '../../host/with-catalog.ts'
import { isSecure } from '../../models/mirror-url.ts'
import { parseBytes } from '../../options/option-parsers.ts'
import { formatBytes, formatCount } from '../../terminal/format.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import { agree, findTarget, formatCredit, hintAtSettings, requireSpace } from './basemap-file.ts'

/** Around the placements: a part of their width and height, and at least so many degrees, about 3 km. */
const MARGIN = 0.1

const MIN_MARGIN = 0.03

/** The end of Web Mercator. */
const LAST_LATITUDE = 85

/**
 * Returns the box of the placements of a catalog with a margin, `west,south,east,north`. Those far away from most others
 * do not count, as at the start of the map.
 * @throws CatalogError kind `invalid` if nothing is placed
 */
async function findCatalogBox(cli: Cli, options: DataOption): Promise<string> {
  const { findExtent } = await import('../../../core/queries/tiles/find-extent.ts')
  const everything = { visibility: 'everything' } as const
  const extent = await withCatalog(cli, options, ({ reads }) =>
    findExtent(reads, { points: everything, areas: everything }),
  )
  if (extent) return addMargin(extent.main)
  throw new CatalogError('invalid', 'Nothing is placed on the map yet, so the area is unknown.', {
    code: 'usage',
    hint: 'Name it in degrees: catalog basemap fetch --bbox WEST,SOUTH,EAST,NORTH',
  })
}

function addMargin({ west, south, east, north }: AreaBounds): string {
  const height = Math.max(MIN_MARGIN, (north - south) * MARGIN)
  const widening = 1 / Math.max(0.1, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const width = Math.max(MIN_MARGIN * widening, (east - west) * MARGIN)
  // Extents across the antimeridian go on beyond it, and others may be a turn away.
  const turn = west >= 180 ? 360 : 0
  const box = [
    west - width - turn,
    Math.max(-LAST_LATITUDE, south - height),
    east + width - turn,
    Math.min(LAST_LATITUDE, north + height),
  ]
  return box.map((degrees) => Number(degrees.toFixed(4))).join()
}

const MAX_BYTES = '2GB'

const CLOSEST_ZOOM = 15

interface Options extends DataOption {
  bbox?: string
  from: string
  maxZoom: number
  maxBytes: number
  dryRun?: true
}

async function runFetchBasemap(cli: Cli, options: Options): Promise<void> {
  const { planDownload } = await import('../../basemap/plan-download.ts')
  const { countReceived, readUnfinished } = await import('../../basemap/download-extract.ts')
  const { config } = await locateCatalog(cli, { data: options.data })
  const path = await findTarget(cli, config.data)
  const bbox = options.bbox ?? (await findCatalogBox(cli, options))
  const last = await readUnfinished(path)
  const continued = last?.from === options.from ? last.url : undefined
  const remote = await findArchive(cli, options.from, continued)
  const { archive, extract, head, maxZoom, size } = await planDownload(remote, { ...options, bbox })
  const { segments, tiles } = extract
  const { tileDataOffset } = archive.header
  const download = { from: options.from, remote, head, segments, tileDataOffset }
  const received = countReceived(download, last)
  const credit = formatCredit(archive)
  const found = { file: path, source: remote.url, bbox, max_zoom: maxZoom, tiles, size, credit }
  if (options.dryRun) return printRecord(cli, { ...found, state: 'not_downloaded' })
  await requireSpace(config.data, size - received)
  const what = `${formatBytes(size - received)} (${formatCount(tiles, 'tile')} up to zoom level ${maxZoom})`
  const question = `Download ${what} from ${new URL(remote.url).host}`
  if (!(await agree(cli, path, question))) return tell(cli, 'Nothing was downloaded.')
  await receive(cli, download, { path, received, size })
  printRecord(cli, { ...found, state: 'installed' })
  hintAtSettings(cli, config)
}

async function receive(
  cli: Cli,
  download: ExtractDownload,
  { path, received, size }: { path: string; received: number; size: number },
): Promise<void> {
  const { downloadExtract } = await import('../../basemap/download-extract.ts')
  const bytes = size - Math.max(received, download.head.length)
  using progress = await startProgress(cli, { unit: 'files', count: 1, bytes })
  await downloadExtract({ cli, progress }, download, { path, received })
  progress.addDone()
}

function parseDegrees(text: string): string {
  try {
    parseBox(text, '--bbox')
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
  return text
}

function parseAddress(text: string): string {
  const url = URL.parse(text)
  if (url && isSecure(url) && url.username === '') return text
  throw new InvalidArgumentError(
    'Must be an https URL without user, or an http URL of a loopback address; {date} stands for the newest day.',
  )
}

function parseZoom(text: string): number {
  const zoom = Number(text)
  if (/^\d{1,2}$/.test(text) && zoom <= 24) return zoom
  throw new InvalidArgumentError('Must be a zoom level from 0 to 24.')
}

export const fetchBasemapCommand: CommandFactory = (cli) =>
  new Command('fetch')
    .description('Download the streets and coasts of an area from a PMTiles archive')
    .option(
      '--bbox <degrees>',
      'Area: west,south,east,north (default: that of the placed images, with a margin)',
      parseDegrees,
    )
    .option(
      '--from <url>',
      'PMTiles archive on a server with range requests',
      parseAddress,
      PROTOMAPS,
    )
    .option('--max-zoom <level>', 'Highest zoom level to download', parseZoom, CLOSEST_ZOOM)
    .addOption(
      new Option('--max-bytes <size>', 'Refuse a larger download, such as 500MB')
        .argParser(parseBytes)
        .default(parseBytes(MAX_BYTES), MAX_BYTES),
    )
    .option('--dry-run', 'Only show the size')
    .addOption(createDataOption())
    .action((options) => runFetchBasemap(cli, options))
