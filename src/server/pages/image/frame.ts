import { html, type Html } from '../../../core/base/html.ts'
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
}

/** The picture, over which a script lays a viewer that zooms; or why there is none. */
export function renderFrame(
  visit: Visit,
  { image, picture, processing }: Pick<PresentedImagePage, 'image' | 'picture' | 'processing'>,
  { isFirst = false, hasMiddleLine = false }: FrameOptions = {},
): Html {
  const { maps, image: texts } = visit.messages
  if (!picture) return html`<p class="note">${texts[REASONS[processing ?? 'none']]}</p>`
  const { size, service } = picture
  const isTall = size !== null && size.height > size.width
  return html`<div
    class="${isTall ? 'frame tall' : 'frame'}"
    ${hasMiddleLine && html`data-middle-line`}
    ${
      // The path, so that tiles come from the host at which the page was opened.
      service !== null &&
      html`data-enhance="viewer" data-service="${pathOf(service)}"
      ${renderRegionTexts(visit, {
        label: maps.picture(image.title),
        help: maps.pictureHelp,
        reset: maps.wholePicture,
      })}
      ${renderToolTexts(visit, isFirst)}`
    }
  >
    ${renderLinkedPicture(image.title, picture, isFirst)}
  </div>`
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
