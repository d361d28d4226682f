import { LRUCache } from 'lru-cache'
import type { Size } from '../iiif/full-image.ts'
import {
  TILE_FILE_HEADER_BYTES,
  computeTileIndexEnd,
  findTileEntry,
  parseTileFileHeader,
  type IndexedTileFile,
} from '../iiif/tile-file.ts'
import { tileFileKey } from './keys.ts'
import type { ObjectStore } from './object-store.ts'

/** Reads stored tiles. Header and index of the files used last stay in memory, because a file never changes. */
export interface TileFiles {
  /**
   * @returns undefined if there is no file
   * @throws Error if the file is damaged
   */
  open(imageId: number, generation: string): Promise<TileFile | undefined>
}

export interface TileFile {
  /** Whether the file still exists, whose index may stay in memory. */
  isStored(): Promise<boolean>
  /** Size of the corrected picture. */
  readonly image: Size
  /**
   * Reads a JPEG by its position among the tiles of all levels.
   * @returns undefined if the file was removed
   * @throws Error if the file is damaged
   */
  readTile(position: number): Promise<Buffer | undefined>
}

/** The indexes of about 15,000 pictures with 24 megapixels. */
const CACHE_BYTES = 32 * 1024 ** 2

export function createTileFiles(storage: Pick<ObjectStore, 'stat' | 'readRange'>): TileFiles {
  const opened = new LRUCache<string, IndexedTileFile>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ index }, key) => index.length + key.length,
  })
  return {
    async open(imageId, generation) {
      const key = tileFileKey(imageId, generation)
      const known = opened.get(key)
      const file = known ?? (await readIndex(storage, key))
      if (!file) return undefined
      if (!known) opened.set(key, file)
      return {
        image: file.image,
        async isStored() {
          const isStored = (await storage.stat(key)) !== undefined
          if (!isStored) opened.delete(key)
          return isStored
        },
        async readTile(position) {
          const tile = await readTile(storage, key, file, position)
          if (!tile) opened.delete(key)
          return tile
        },
      }
    },
  }
}

async function readIndex(
  storage: Pick<ObjectStore, 'stat' | 'readRange'>,
  key: string,
): Promise<IndexedTileFile | undefined> {
  const stored = await storage.stat(key)
  const header = await storage.readRange(key, { start: 0, end: TILE_FILE_HEADER_BYTES - 1 })
  if (!stored || !header) return undefined
  const image = parseTileFileHeader(header)
  const end = Math.min(computeTileIndexEnd(image), stored.size)
  const index = await storage.readRange(key, { start: 0, end: end - 1 })
  return index && { fileBytes: stored.size, image, index }
}

async function readTile(
  storage: Pick<ObjectStore, 'readRange'>,
  key: string,
  file: IndexedTileFile,
  position: number,
): Promise<Buffer | undefined> {
  const { offset, length } = findTileEntry(file, position)
  const tile = await storage.readRange(key, { start: offset, end: offset + length - 1 })
  if (tile && tile.length < length)
    throw new Error('The file of tiles is damaged: it is too short.')
  return tile
}
