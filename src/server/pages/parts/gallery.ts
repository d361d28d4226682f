import { html, type Html } from '../../../core/base/html.ts'
import type { LargePicture } from '../../presenters/large-picture.ts'
import type { Visit } from '../visit.ts'
import { renderPictureText } from './pictures.ts'
import { pictureSourceSet } from './thumbnail.ts'

/** Height of pictures in pixels before style sheets shrink the rows to the width of the page. */
const HEIGHT = 420
/** Height of pictures on a wide screen, in pixels. */
const WIDE_HEIGHT = 240

/** Widths of rows as multiples of their height: on phones, and on wider screens. */
const NARROW = 2
const WIDE = 4.6
/** Share of the width from which a row counts as filled. */
const FILLED = 0.75
const MAX_ROWS = 2

/** Number of images that fill the rows of two galleries, also if most are upright and some have no picture yet. */
export const GALLERY_IMAGES = 32

/** To which style sheets crop pictures whose size is not known yet. */
const USUAL_RATIO = 4 / 3

/** Rows of pictures. A part of a row is a row of its own on phones. */
export type GalleryRows = readonly (readonly (readonly LargePicture[])[])[]

/** Fills rows that are as wide as the page. Pictures beyond the last filled row are left out. */
export function fillGallery(pictures: readonly LargePicture[]): GalleryRows {
  const parts = fillRows(pictures, findRatio, NARROW)
  const width = (part: readonly LargePicture[]): number => sum(part, findRatio)
  const rows = fillRows(parts, width, WIDE).filter(
    (row, index) => index === 0 || sum(row, width) >= WIDE * FILLED,
  )
  return rows.slice(0, MAX_ROWS)
}

/**
 * Shows pictures whole. All begin at the same height, so that style sheets shrink those of a row alike.
 * @param label id of the heading that names the gallery
 */
export function renderGallery(visit: Visit, rows: GalleryRows, label: string): Html {
  return html`<div class="gallery" role="list" aria-labelledby="${label}">
    ${rows.map(
      (row) =>
        html`<div class="row">
          ${row.map(
            (part) => html`<div>${part.map((picture) => renderLargePicture(visit, picture))}</div>`,
          )}
        </div>`,
    )}
  </div>`
}

/** Divides items into rows whose widths come as close to a target as their order allows. */
function fillRows<Item>(
  items: readonly Item[],
  width: (item: Item) => number,
  target: number,
): Item[][] {
  const rows: Item[][] = []
  for (const item of items) {
    const row = rows.at(-1)
    const missing = target - sum(row ?? [], width)
    if (row && Math.abs(missing - width(item)) <= missing) row.push(item)
    else rows.push([item])
  }
  return rows
}

function renderLargePicture(visit: Visit, picture: LargePicture): Html {
  const { image, thumbnail, display } = picture
  const ratio = findRatio(picture)
  return html`<div role="listitem" ${!picture.size && html`class="cropped"`}>
    <a href="${visit.links.image(image.id)}"
      ><img
        src="${thumbnail}"
        srcset="${pictureSourceSet(thumbnail, display, ratio)}"
        sizes="(max-width: 40rem) 10rem, ${Math.round(ratio * WIDE_HEIGHT)}px"
        width="${Math.round(ratio * HEIGHT)}"
        height="${HEIGHT}"
        alt=""
        loading="lazy"
      /><span class="text">${renderPictureText(visit, image)}</span></a
    >
  </div>`
}

/** Width divided by height. */
function findRatio({ size }: LargePicture): number {
  return size ? size.width / size.height : USUAL_RATIO
}

function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0)
}
