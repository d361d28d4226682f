import { gunzipSync } from 'node:zlib'
import {
  bytesToHeader,
  Compression,
  ResolvedValueCache,
  TileType,
  type Entry,
  type Header,
} from 'pmtiles'
import { CatalogError } from '../../base/errors.ts'
import type { IdRange } from './tile-ids.ts'

/** Reads a part of a file. Returns fewer bytes only at its end. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>

/** A PMTiles archive (specification version 3) whose tiles maps can show. */
export interface Archive {
  /** Name in messages: its path or URL. */
  name: string
  read: ReadRange
  header: Header
  /** JSON object of the archive. */
  metadata: Record<string, unknown>
}

/** Contains the header and the root directory (specification, section 2). */
const HEAD_BYTES = 16_384
const HEADER_BYTES = 127
/** Far more than a directory of 100,000 tiles. */
const MAX_INFLATED_BYTES = 8 * 1024 ** 2
const MAX_DEPTH = 4
/** Directories that are read at the same time. */
const BATCH = 8

const READABLE: readonly Compression[] = [Compression.None, Compression.Gzip]
const PICTURES: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif]

/** Layers of the schemas of Protomaps and OpenMapTiles that maps draw. */
const DRAWN = /^(earth|water|waterway|landuse|landcover|roads|transportation|buildings?|places?)$/

/**
 * Opens an archive.
 * @param name names it in messages
 * @throws CatalogError kind `unsupported` if it is none that maps can show
 */
export async function openArchive(name: string, read: ReadRange): Promise<Archive> {
  const head = await read(0, HEAD_BYTES)
  const header = readHeader(name, head)
  requireShowable(name, header)
  const { jsonMetadataOffset, jsonMetadataLength } = header
  const bytes = await readAll({ name, read }, jsonMetadataOffset, jsonMetadataLength)
  const metadata = parseMetadata(name, inflate(name, bytes, header.internalCompression))
  requireDrawnLayers(name, header, metadata)
  return { name, read, header, metadata }
}

/**
 * Lists the entries of tiles with the given ids, ascending. Runs of equal tiles are cut to these ids.
 * @throws CatalogError kind `unsupported` if the archive is damaged
 */
export async function listEntries(archive: Archive, ids: readonly IdRange[]): Promise<Entry[]> {
  const { rootDirectoryOffset: offset, rootDirectoryLength: length } = archive.header
  const tiles: Entry[] = []
  let directories: Leaf[] = [{ offset, length, end: Infinity }]
  for (let depth = 0; directories.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) throw damaged(archive.name, 'its directories are nested too deeply')
    const leaves: Leaf[] = []
    for await (const chosen of readDirectories(archive, directories, ids)) {
      for (const tile of chosen.tiles) tiles.push(tile)
      for (const leaf of chosen.leaves) leaves.push(leaf)
    }
    directories = leaves
  }
  return tiles.sort((one, other) => one.tileId - other.tileId)
}

async function* readDirectories(
  archive: Archive,
  directories: readonly Leaf[],
  ids: readonly IdRange[],
): AsyncGenerator<{ tiles: Entry[]; leaves: Leaf[] }> {
  const { leafDirectoryOffset } = archive.header
  for (let start = 0; start < directories.length; start += BATCH) {
    const batch = directories.slice(start, start + BATCH)
    const read = await Promise.all(batch.map((directory) => readDirectory(archive, directory)))
    for (const [index, entries] of read.entries()) {
      const chosen = chooseEntries(entries, ids, batch[index]?.end ?? Infinity)
      const leaves = chosen.leaves.map((leaf) => ({
        ...leaf,
        offset: leafDirectoryOffset + leaf.offset,
      }))
      yield { tiles: chosen.tiles, leaves }
    }
  }
}

type Leaf = Pick<Entry, 'offset' | 'length'> & { end: number }

/** @param end id after the last one that the directory may have */
function chooseEntries(
  entries: readonly Entry[],
  ids: readonly IdRange[],
  end: number,
): { tiles: Entry[]; leaves: Leaf[] } {
  const tiles: Entry[] = []
  const leaves: Leaf[] = []
  for (const [index, { tileId, offset, length, runLength }] of entries.entries()) {
    const next = entries[index + 1]?.tileId ?? end
    const last = runLength === 0 ? next : tileId + runLength
    const parts = intersect(ids, { first: tileId, end: last })
    if (runLength > 0)
      for (const part of parts)
        tiles.push({ tileId: part.first, offset, length, runLength: part.end - part.first })
    else if (parts.length > 0) leaves.push({ offset, length, end: next })
  }
  return { tiles, leaves }
}

function intersect(ranges: readonly IdRange[], { first, end }: IdRange): IdRange[] {
  const parts: IdRange[] = []
  for (let index = findFirst(ranges, first); index < ranges.length; index += 1) {
    const range = ranges[index]
    if (!range || range.first >= end) break
    parts.push({ first: Math.max(first, range.first), end: Math.min(end, range.end) })
  }
  return parts
}

/** Returns the index of the first range that ends after an id. */
function findFirst(ranges: readonly IdRange[], id: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? Infinity) <= id) low = middle + 1
    else high = middle
  }
  return low
}

async function readDirectory(
  { name, read, header }: Archive,
  { offset, length }: Pick<Leaf, 'offset' | 'length'>,
): Promise<Entry[]> {
  const { buffer } = await readAll({ name, read }, offset, length)
  const source = { getKey: () => '', getBytes: async () => ({ data: buffer }) }
  const decompress = async (bytes: ArrayBuffer) =>
    inflate(name, new Uint8Array(bytes), header.internalCompression).buffer
  try {
    return await new ResolvedValueCache(1, false, decompress).getDirectory(
      source,
      offset,
      length,
      header,
    )
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw damaged(name, `the directory at byte ${offset} cannot be read`, error)
  }
}

async function readAll(
  { name, read }: Pick<Archive, 'name' | 'read'>,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (length > MAX_INFLATED_BYTES) throw damaged(name, `a directory has ${length} bytes`)
  const bytes = length === 0 ? new Uint8Array() : await read(offset, length)
  if (bytes.length < length) throw damaged(name, 'it is cut off')
  // Buffers may share their memory with others.
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}

function readHeader(name: string, head: Uint8Array<ArrayBuffer>): Header {
  const start = Buffer.from(head.subarray(0, 8)).toString('latin1')
  if (!start.startsWith('PM'))
    throw new CatalogError('unsupported', `${name} is not a PMTiles archive.`)
  const isCurrent = start === 'PMTiles\u0003'
  if (!isCurrent) {
    throw new CatalogError(
      'unsupported',
      `${name} is a PMTiles archive of another version than 3, the only one that maps can show.`,
      { hint: 'Convert it with: pmtiles convert OLD.pmtiles NEW.pmtiles' },
    )
  }
  if (head.length < HEADER_BYTES) throw damaged(name, 'it is cut off')
  return bytesToHeader(head.slice(0, HEADER_BYTES).buffer)
}

function requireShowable(name: string, header: Header): void {
  const { tileType, tileCompression, internalCompression, minZoom, maxZoom } = header
  const isVector = tileType === TileType.Mvt
  const canBeRead =
    READABLE.includes(internalCompression) && (!isVector || READABLE.includes(tileCompression))
  if (!isVector && !PICTURES.includes(tileType)) {
    const message = `${name} has tiles that are neither vectors (MVT) nor pictures, so maps cannot show it.`
    throw new CatalogError('unsupported', message)
  }
  if (!canBeRead) {
    const message = `${name} is compressed in another way than with gzip, so maps cannot show it.`
    throw new CatalogError('unsupported', message)
  }
  if (minZoom > maxZoom || maxZoom > 24) throw damaged(name, 'its zoom levels are impossible')
}

function requireDrawnLayers(
  name: string,
  { tileType }: Header,
  { vector_layers: layers }: Archive['metadata'],
): void {
  if (tileType !== TileType.Mvt || !Array.isArray(layers)) return
  const ids = layers.map((layer: unknown) => String((layer as { id?: unknown } | null)?.id))
  if (ids.some((id) => DRAWN.test(id))) return
  throw new CatalogError(
    'unsupported',
    `${name} has none of the layers that maps draw, only: ${ids.slice(0, 10).join(', ')}.`,
    { hint: 'Maps draw the schemas of Protomaps and of OpenMapTiles.' },
  )
}

function inflate(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
): Uint8Array<ArrayBuffer> {
  if (compression === Compression.None) return bytes
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }))
  } catch (error) {
    throw damaged(name, 'a part cannot be decompressed', error)
  }
}

function parseMetadata(name: string, bytes: Uint8Array): Archive['metadata'] {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    if (typeof value === 'object' && value !== null) return value as Archive['metadata']
  } catch (error) {
    throw damaged(name, 'its metadata are not JSON', error)
  }
  throw damaged(name, 'its metadata are no JSON object')
}

function damaged(name: string, problem: string, cause?: unknown): CatalogError {
  return new CatalogError('unsupported', `${name} is damaged: ${problem}.`, { cause })
}
