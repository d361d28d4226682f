import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { contributePath } from '../contribute/section.ts'
import type { Visit } from '../visit.ts'

/** Leads to the editor that places the image, and to the page on which people add to it. */
export function renderContributeLinks({ links, messages }: Visit, image: ImageDetail): Html {
  const { contribute } = messages
  const { id, georeference_status: status, from_above: isFromAbove } = image
  const isPlaceable = status === 'available' || status === 'georeferenced'
  const path = isFromAbove ? `/polygonal-georeference/${id}/` : `/georeference/?image=${id}`
  return html`<p class="buttons contribute">
    ${
      isPlaceable &&
      html`<a
        href="${links.base(path)}"
        class="${status === 'available' ? 'button' : 'button quiet'}"
        >${status === 'available' ? contribute.placeIt : contribute.placeBetter}</a
      >`
    }
    <a href="${links.base(contributePath(id))}" class="button quiet">${contribute.link}</a>
  </p>`
}
