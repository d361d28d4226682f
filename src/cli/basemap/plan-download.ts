import { CatalogError } from '../../core/base/errors.ts'
import { parseBox, type Box } from '../../core/model/geometry/box.ts'
import { listEntries, openArchive, type Archive } from '../../core/model/pmtiles/archive.ts'
import { encodeHead } from '../../core/model/pmtiles/encode-head.ts'
import { planExtract, type Extract } from '../../core/model/pmtiles/extract.ts'
import { findTileIds, firstIdOf } from '../../core/model/pmtiles/tile-ids.ts'
import type { AreaBounds } from '../../core/model/tiles/areas.ts'
import { formatBytes } from '../terminal/format.ts'
import type { RemoteFile } from './remote-file.ts'

/** Lists of more tiles would take gigabytes of memory. */
const MAX_TILES = 20_000_000

interface Wanted {
  /** `west,south,east,north` in degrees. */
  bbox: string
  /** The highest zoom level; that of the archive if it is lower. */
  maxZoom: number
  maxBytes: number
}

export interface DownloadPlan {
  archive: Archive
  extract: Extract
  /** All that comes before the tiles. */
  head: Buffer
  maxZoom: number
  /** In bytes. */
  size: number
}

/**
 * Plans the extract of an archive for a box.
 * @throws CatalogError kind `unsupported` if maps cannot show the archive, `not_found` if it has no tiles there,
 *   `too_large` for a box that is too large
 */
export async function planDownload(remote: RemoteFile, wanted: Wanted): Promise<DownloadPlan> {
  const archive = await openArchive(remote.url, remote.read)
  const { minZoom } = archive.header
  const maxZoom = Math.min(wanted.maxZoom, archive.header.maxZoom)
  const box = parseBox(wanted.bbox, '--bbox')
  const ids = findTileIds(box, minZoom, maxZoom)
  const count = ids.reduce((sum, { first, end }) => sum + end - first, 0)
  if (count > MAX_TILES) throw tooManyTiles(count, maxZoom)
  const extract = planExtract(await listEntries(archive, ids))
  if (extract.tiles === 0) throw noTiles(remote.url, wanted.bbox)
  const head = encodeHead(archive, extract, { bounds: findBounds(box), maxZoom })
  const size = head.length + extract.bytes
  if (size > wanted.maxBytes) throw tooLarge(size, wanted.maxBytes, extract)
  return { archive, extract, head, maxZoom, size }
}

/** The bounds in the header cannot cross the antimeridian. */
function findBounds({ south, north, spans }: Box): AreaBounds {
  const within = (spans ?? []).filter(({ west, east }) => west < 180 && east > -180)
  const [{ west, east } = { west: -180, east: 180 }, other] = within
  if (other) return { west: -180, south, east: 180, north }
  return { west: Math.max(-180, west), south, east: Math.min(180, east), north }
}

function tooManyTiles(count: number, maxZoom: number): CatalogError {
  const millions = Math.round(count / 1e6)
  const message = `The box has ${millions} million tiles up to zoom level ${maxZoom}; at most ${MAX_TILES / 1e6} million can be extracted.`
  const hint = 'Name a smaller --bbox, or a lower --max-zoom.'
  return new CatalogError('too_large', message, { hint })
}

function noTiles(url: string, bbox: string): CatalogError {
  const hint = 'Check the order of --bbox: west,south,east,north in degrees.'
  return new CatalogError('not_found', `${url} has no tiles in the box ${bbox}.`, { hint })
}

/** Names the highest zoom level that fits. */
function tooLarge(size: number, maxBytes: number, extract: Extract): CatalogError {
  const message = `The basemap would have ${formatBytes(size)}, more than the limit of ${formatBytes(maxBytes)}.`
  const sizes = measureLevels(extract)
  const zoom = sizes.findLastIndex((bytes) => bytes > 0 && bytes < maxBytes * 0.99)
  const choice = zoom < 1 ? '' : `, or --max-zoom ${zoom} (${formatBytes(sizes[zoom] ?? 0)})`
  const hint = `Set a higher --max-bytes, a smaller --bbox${choice}.`
  return new CatalogError('too_large', message, { hint })
}

/** Returns for each zoom level the size of the tiles up to it, which come first in an extract; 0 without tiles. */
function measureLevels({ entries }: Extract): number[] {
  const sizes = [0]
  let bytes = 0
  for (const { tileId, offset, length } of entries) {
    while (tileId >= firstIdOf(sizes.length)) sizes.push(0)
    bytes = Math.max(bytes, offset + length)
    sizes[sizes.length - 1] = bytes
  }
  return sizes
}
