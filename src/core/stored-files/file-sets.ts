import type { Row } from '../database/tables.ts'
import {
  derivativeKey,
  generationKey,
  newVersion,
  tileFileKey,
  tilesKey,
  type Derivative,
} from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** The published derivatives or tiles of an image, which share a generation. */
export interface FileSet {
  imageId: number
  /** The kind of job that makes them. */
  kind: 'derive' | 'tile'
  /** The column of the image that names the generation. */
  column: 'generation' | 'tiles_generation'
  generation: string
  /** The key prefix of a generation. */
  prefixOf: (generation: string) => string
  /** The keys of all files of a generation. */
  keysOf: (generation: string) => string[]
}

type PublishedImage = Pick<
  Row<'image'>,
  'id' | 'generation' | 'generation_corrected' | 'tiles_generation'
>

/** Lists what is published of an image. */
export function listFileSets(image: PublishedImage): FileSet[] {
  const { id: imageId, generation, tiles_generation: tiles } = image
  const names: Derivative[] = ['thumbnail', 'display']
  if (image.generation_corrected === 1) names.push('corrected')
  const sets: FileSet[] = []
  if (generation !== null)
    sets.push({
      imageId,
      kind: 'derive',
      column: 'generation',
      generation,
      prefixOf: (of) => generationKey(imageId, of),
      keysOf: (of) => names.map((name) => derivativeKey(imageId, of, name)),
    })
  if (tiles !== null)
    sets.push({
      imageId,
      kind: 'tile',
      column: 'tiles_generation',
      generation: tiles,
      prefixOf: (of) => tilesKey(imageId, of),
      keysOf: (of) => [tileFileKey(imageId, of)],
    })
  return sets
}

/**
 * Stores the same files durably as a new generation, which no row names yet.
 * @returns the new generation; undefined if a file is missing
 */
export async function copyFileSet(
  storage: Pick<ObjectStore, 'duplicate' | 'stat'>,
  { generation, keysOf }: FileSet,
): Promise<string | undefined> {
  const keys = keysOf(generation)
  const stored = await Promise.all(keys.map((key) => storage.stat(key)))
  if (stored.includes(undefined)) return undefined
  const copy = newVersion()
  const copiedKeys = keysOf(copy)
  for (const [index, key] of keys.entries()) {
    const { durable } = await storage.duplicate(key, copiedKeys[index] as string)
    await durable
  }
  return copy
}
