import { html, type Html } from '../../../core/html.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { renderRegionTexts } from '../parts/region-texts.ts'
import type { Visit } from '../visit.ts'

interface Shown extends Pick<PresentedImagePage, 'image' | 'picture'> {
  visit: Visit
}

/** The picture, which a script lets people zoom. With a middle line, it shows where the camera looks. */
export function renderEditorPicture(
  { image, picture, visit }: Shown,
  { hasMiddleLine }: { hasMiddleLine: boolean },
): Html {
  const { editor, maps } = visit.messages
  if (!picture) return html`<p class="note">${editor.noPicture}</p>`
  const { url, size, service } = picture
  const texts = {
    label: maps.picture(image.title),
    help: maps.pictureHelp,
    reset: maps.wholePicture,
  }
  return html`<div
    class="frame"
    ${hasMiddleLine && html`data-middle-line`}
    ${
      service !== null &&
      html`data-enhance="viewer" data-service="${new URL(service).pathname.replace(/\/$/, '')}"
      ${renderRegionTexts(visit, texts)}`
    }
  >
    <a href="${url}"
      ><img
        src="${url}"
        alt="${image.title}"
        ${size && html`width="${size.width}" height="${size.height}"`}
    /></a>
  </div>`
}
