import type { Image } from '../../core/contract/image.ts'
import type { DisplayLanguage } from '../../core/edtf/phrases/index.ts'
import type { ImageRow } from '../../core/queries/images/images.ts'
import type { PictureSize } from '../../core/queries/images/picture-sizes.ts'
import type { Links } from '../http/links.ts'
import { presentImage } from './image.ts'
import { displayUrl } from './image-urls.ts'

/** An image whose picture pages show large and whole. */
export interface LargePicture {
  image: Image
  /** URLs of its thumbnail and of its display version. */
  thumbnail: string
  display: string
  /** Size of the picture in pixels; unknown until there are tiles. */
  size: PictureSize | undefined
}

/** Presents those of the images that have a picture. */
export function presentLargePictures(
  rows: readonly ImageRow[],
  sizes: ReadonlyMap<number, PictureSize>,
  { links, language }: { links: Links; language: DisplayLanguage },
): LargePicture[] {
  return rows.flatMap((row) => {
    const image = presentImage(row, links, language)
    const { thumbnail } = image
    const display = displayUrl(links, row)
    if (thumbnail === null || display === null) return []
    return [{ image, thumbnail, display, size: sizes.get(row.id) }]
  })
}
