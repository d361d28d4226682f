import { html, type Html } from '../../../core/base/html.ts'
import type { Rectangle } from '../../../core/iiif/full-image.ts'
import type { ProcessingState } from '../../../core/model/processing.ts'
import { pathOf } from '../../http/links.ts'
import type { Messages } from '../../messages/messages.ts'
import type { PresentedImagePage, ShownPicture } from '../../presenters/image-page.ts'
import { renderRegionTexts } from '../parts/region-texts.ts'
import type { Visit } from '../visit.ts'

interface FrameOptions {
  /** Whether it is the first that the page shows. */
  isFirst?: boolean
  /** Whether it shows its middle, where the camera looks. */
  hasMiddleLine?: boolean
  /** Part of the picture to begin with. */
  part?: Rectangle | undefined
}

/** Sides of a part of a picture without scripts, in pixels. */
const PART_SIDE = 1600

/** The picture, over which a script lays a viewer that zooms; or why there is none. */
export function renderFrame(
  visit: Visit,
  { image, picture, processing }: Pick<PresentedImagePage, 'image' | 'picture' | 'processing'>,
  options: FrameOptions = {},
): Html {
  if (!picture)
    return html`<p class="note">${visit.messages.image[REASONS[processing ?? 'none']]}</p>`
  const { part, isFirst = false } = options
  const { width, height } = part ?? picture.size ?? SQUARE
  return html`<div
    class="${height > width ? 'frame tall' : 'frame'}"
    ${picture.service !== null && renderViewer(visit, { ...options, image, service: picture.service })}
  >
    ${part ? renderLinkedPart(image.title, picture, part) : renderLinkedPicture(image.title, picture, isFirst)}
  </div>`
}

/** Stands for a size that is not known yet. */
const SQUARE = { width: 1, height: 1 }

type ShownImage = Pick<PresentedImagePage, 'image'> & { service: string }

/** Attributes for the script. */
function renderViewer(
  visit: Visit,
  { image, service, isFirst = false, hasMiddleLine = false, part }: ShownImage & FrameOptions,
): Html {
  const { maps } = visit.messages
  // The path, so that tiles come from the host at which the page was opened.
  return html`data-enhance="viewer" data-service="${pathOf(service)}"
  ${hasMiddleLine && html`data-middle-line`} ${part && html`data-part="${formatPart(part)}"`}
  ${renderRegionTexts(visit, {
    label: maps.picture(image.title),
    help: maps.pictureHelp,
    reset: maps.wholePicture,
  })}
  ${renderToolTexts(visit, isFirst)}`
}

/** Attributes with the names of the tools of the viewer. */
function renderToolTexts({ messages }: Visit, hasTools: boolean): Html | null {
  if (!hasTools) return null
  const { fullScreen, rotate, tones, light, contrast } = messages.maps
  return html`data-full-screen="${fullScreen}" data-rotate="${rotate}" data-tones="${tones}"
  data-light="${light}" data-contrast="${contrast}"`
}

function renderLinkedPicture(
  title: string,
  { url, thumbnailUrl, size, service }: ShownPicture,
  isFirst: boolean,
): Html {
  const picture = html`<img
    src="${url}"
    alt="${title}"
    ${isFirst && html`fetchpriority="high"`}
    ${size && html`width="${size.width}" height="${size.height}"`}
  />`
  return html`<a href="${url}"
    >${service === null ? picture : renderSmallFirst(picture, thumbnailUrl)}</a
  >`
}

/** The service makes the part, from tiles that show the current picture. */
function renderLinkedPart(title: string, { url, service }: ShownPicture, part: Rectangle): Html {
  const base = pathOf(service ?? url)
  return html`<a href="${url}"
    ><img
      src="${base}/${formatPart(part)}/!${PART_SIDE},${PART_SIDE}/0/default.jpg"
      alt="${title}"
      fetchpriority="high"
      width="${part.width}"
      height="${part.height}"
  /></a>`
}

function formatPart({ x, y, width, height }: Rectangle): string {
  return [x, y, width, height].join()
}

/** On phones, where the line is slow, the viewer adds the detail. */
function renderSmallFirst(picture: Html, thumbnailUrl: string): Html {
  return html`<picture
    ><source srcset="${thumbnailUrl}" media="(max-width: 40rem) and (scripting: enabled)" />
    ${picture}</picture
  >`
}

/** Why an image has no picture, by the processing state of its file. */
const REASONS = {
  pending: 'pending',
  ready: 'pending',
  damaged: 'damaged',
  failed: 'failed',
  none: 'noPicture',
} as const satisfies Record<ProcessingState | 'none', keyof Messages['image']>
