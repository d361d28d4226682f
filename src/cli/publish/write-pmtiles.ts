import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Polygon } from '../../core/model/geometry/geometry.ts'
import { encodeHead, TILE_KIND } from '../../core/model/pmtiles/encode-head.ts'
import type { Extract } from '../../core/model/pmtiles/extract.ts'
import { MAX_ZOOM } from '../../core/model/tiles/tile.ts'
import type { Extent } from '../export/geometry/extent.ts'
import { readPolygons } from '../../core/queries/places/georeferences.ts'
import type { Reads } from '../../core/database/store.ts'
import type { Placements } from './placements.ts'
import { drawPyramid } from './tile-pyramid.ts'

const BUFFERED_BYTES = 1024 ** 2

/** Neighboring tiles show the same areas. In characters of GeoJSON. */
const CACHED_POLYGONS = 32 * 1024 ** 2

interface PmtilesRequest {
  reads: Reads
  placements: Placements
  /** JSON object that describes the tiles. */
  metadata: Record<string, unknown>
  signal: AbortSignal
}

/** Writes the map tiles of all placements as a PMTiles archive (version 3). @returns the number of tiles */
export async function writePmtiles(
  path: string,
  { reads, placements, metadata, signal }: PmtilesRequest,
): Promise<number> {
  const tilesPath = `${path}.tiles`
  const bounds = boundLongitudes(placements.extent ?? WORLD)
  try {
    const source = { ...placements, readPolygons: createPolygonReader(reads) }
    const extract = await writeTiles(tilesPath, drawPyramid(source), signal)
    const head = encodeHead({ header: TILE_KIND, metadata }, extract, { bounds, maxZoom: MAX_ZOOM })
    await using file = await open(path, 'w')
    await file.writeFile(head)
    await pipeline(createReadStream(tilesPath), createWriteStream(path, { flags: 'a' }))
    return extract.tiles
  } finally {
    await rm(tilesPath, { force: true })
  }
}

const WORLD = { west: -180, south: -85, east: 180, north: 85 }

/** The header cannot express that a box crosses the antimeridian. */
function boundLongitudes(extent: Extent): Extent {
  const crosses = extent.west < WORLD.west || extent.east > WORLD.east
  return crosses ? { ...extent, west: WORLD.west, east: WORLD.east } : extent
}

/** The tiles come after the directories, which are known last. */
async function writeTiles(
  path: string,
  tiles: ReturnType<typeof drawPyramid>,
  signal: AbortSignal,
): Promise<Omit<Extract, 'segments'>> {
  await using file = await open(path, 'w')
  const entries: Extract['entries'] = []
  let bytes = 0
  let pending: Buffer[] = []
  let buffered = 0
  const flush = async (): Promise<void> => {
    await file.appendFile(Buffer.concat(pending))
    pending = []
    buffered = 0
  }
  for await (const tile of tiles) {
    signal.throwIfAborted()
    const packed = gzipSync(tile.bytes)
    entries.push({ tileId: tile.id, offset: bytes, length: packed.length, runLength: 1 })
    bytes += packed.length
    pending.push(packed)
    buffered += packed.length
    if (buffered >= BUFFERED_BYTES) await flush()
  }
  await flush()
  return { entries, bytes, tiles: entries.length, contents: entries.length }
}

function createPolygonReader(reads: Reads): (ids: readonly number[]) => Promise<Polygon[]> {
  const cache = new LRUCache<number, string>({
    maxSize: CACHED_POLYGONS,
    sizeCalculation: ({ length }) => length,
  })
  return async (ids) => {
    const missing = ids.filter((id) => !cache.has(id)).map((id) => ({ id }))
    const read = missing.length === 0 ? [] : await readPolygons(reads, missing)
    const found = new Map(read.map(({ id, polygon }) => [id, polygon]))
    const texts = ids.map((id) => found.get(id) ?? cache.get(id) ?? '')
    for (const [id, polygon] of found) cache.set(id, polygon)
    return texts.map((text) => JSON.parse(text) as Polygon)
  }
}
