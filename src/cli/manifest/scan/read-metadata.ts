import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import type { OpenPicture } from '../../import/check/open-picture.ts'
import { findBlocks } from '../../import/check/find-metadata-blocks.ts'
import type { FileMetadata } from './metadata/file-metadata.ts'
import { readExif } from './metadata/read-exif.ts'
import { readIptc } from './metadata/read-iptc.ts'
import { readXmp } from './metadata/read-xmp.ts'

export const METADATA_KINDS = ['exif', 'iptc', 'xmp'] as const
export type MetadataKind = (typeof METADATA_KINDS)[number]

/** Metadata of an image, by kind. */
export interface ImageMetadata {
  kinds: Partial<Record<MetadataKind, FileMetadata>>
  /** Problems with reading the metadata, as sentences. */
  problems: string[]
}

/** Reads the metadata of a JPEG, PNG, TIFF or WebP file. A damaged block does not affect the others. */
export async function readMetadata(
  format: PictureFormatName,
  picture: OpenPicture,
): Promise<ImageMetadata> {
  const { exif, iptc, xmp } = await findBlocks(format, picture)
  const found: ImageMetadata = { kinds: {}, problems: [] }
  const read = async (
    kind: MetadataKind,
    parse: (() => FileMetadata | Promise<FileMetadata>) | undefined,
  ): Promise<void> => {
    try {
      if (parse) found.kinds[kind] = await parse()
    } catch (error) {
      found.problems.push(
        `The ${kind.toUpperCase()} data cannot be read: ${(error as Error).message}.`,
      )
    }
  }
  await read('exif', exif && (() => readExif(exif)))
  await read('iptc', iptc && (() => readIptc(iptc)))
  await read('xmp', xmp && (() => readXmp(xmp)))
  return found
}
