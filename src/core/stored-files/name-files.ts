import type { Reads } from '../database/store.ts'
import { findExtension } from '../model/picture-format.ts'
import { listImageFiles, type ImageFiles } from '../queries/images/image-files.ts'
import { derivativeKey, isVersion, originalKey, tileFileKey } from '../storage/keys.ts'

export type FileKind = 'original' | 'derivative' | 'tiles'

/** A file of the store that the row of an image names. */
export interface NamedFile {
  imageId: number
  kind: FileKind
  key: string
  /** Bytes, as recorded when the file was stored. Null for derivatives and tiles. */
  size: number | null
  /** Hexadecimal, like `size`. */
  sha256: string | null
}

const BATCH_SIZE = 500

/** All images by default. */
export interface ImageRange {
  /** Only this image. */
  image?: number | undefined
  /** Only images with at least this id. */
  from?: number | undefined
}

/**
 * Yields the files that rows name, in batches of whole images: by image id, then original, derivatives and tiles.
 * @throws Error if a row names no valid key, as in a database of another origin
 */
export async function* nameFiles(
  reads: Reads,
  { image, from = 0 }: ImageRange = {},
): AsyncGenerator<NamedFile[]> {
  const list = (after: number) => listImageFiles(reads, { after, limit: BATCH_SIZE, only: image })
  let batch = await list(from - 1)
  while (batch.length > 0) {
    yield batch.flatMap(nameFilesOfImage)
    batch = await list(batch.at(-1)?.id ?? Infinity)
  }
}

/** Names the files of one image: the original, then derivatives and tiles. */
export function nameFilesOfImage(image: ImageFiles): NamedFile[] {
  const { id: imageId, generation, tiles_generation: tiles } = image
  const unrecorded = { imageId, size: null, sha256: null }
  const derivatives = ['thumbnail', 'display', ...corrected(image)] as const
  return [
    {
      imageId,
      kind: 'original',
      key: originalKey(imageId, requireVersion(image.file_version), requireExtension(image)),
      size: image.file_size,
      sha256: image.file_sha256,
    },
    ...(generation === null ? [] : derivatives).map((name) => ({
      ...unrecorded,
      kind: 'derivative' as const,
      key: derivativeKey(imageId, requireVersion(generation), name),
    })),
    ...(tiles === null
      ? []
      : [
          {
            ...unrecorded,
            kind: 'tiles' as const,
            key: tileFileKey(imageId, requireVersion(tiles)),
          },
        ]),
  ]
}

function corrected({ generation_corrected }: ImageFiles): ['corrected'] | [] {
  return generation_corrected === 1 ? ['corrected'] : []
}

function requireVersion(version: string | null): string {
  if (version !== null && isVersion(version)) return version
  throw new Error(`not the version of a file: ${JSON.stringify(version)}`)
}

function requireExtension({ file_type: type }: ImageFiles): string {
  const extension = findExtension(type ?? '')
  if (extension !== undefined) return extension
  throw new Error(`no extension for ${JSON.stringify(type)}`)
}
