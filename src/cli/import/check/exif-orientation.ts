import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
} from '../../../core/model/tiff-directory.ts'
import { findBlocks } from './find-metadata-blocks.ts'
import type { OpenPicture } from './open-picture.ts'

const ORIENTATION = 0x0112

/**
 * Reads the orientation from 1 (upright) to 8 (Exif 3.0, tag 0x0112); undefined if there is none, or in a format that has
 * none.
 */
export async function readExifOrientation(
  format: PictureFormatName,
  picture: OpenPicture,
): Promise<number | undefined> {
  const { exif } = await findBlocks(format, picture)
  if (!exif) return undefined
  const { layout, first } = readTiffHeader(exif)
  const directory = await readTiffDirectory(exif, layout, first)
  if (directory === undefined || directory === 'truncated') return undefined
  const field = directory.fields.get(ORIENTATION)
  const [orientation = 0] = field ? await readTiffNumbers(exif, layout, field, { most: 1 }) : []
  return orientation >= 1 && orientation <= 8 ? orientation : undefined
}
