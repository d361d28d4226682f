import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { editorPath } from '../editor/editor-path.ts'
import { imageFormPath } from '../staff/image-form.ts'
import type { Visit } from '../visit.ts'

/**
 * Leads to the editor that places the image, staff to the form of its record, and visitors without a session to the
 * sign-in and back.
 */
export function renderContributeLinks(visit: Visit, image: ImageDetail): Html {
  const { links, messages, session } = visit
  const { contribute } = messages
  const { id, georeference_status: status } = image
  const isPlaceable = status === 'available' || status === 'georeferenced'
  return html`<p class="buttons contribute" id="contribute">
    ${
      isPlaceable &&
      html`<a
        href="${links.base(editorPath(image))}"
        class="${status === 'available' ? 'button' : 'button quiet'}"
        >${status === 'available' ? contribute.placeIt : contribute.placeBetter}</a
      >`
    }
    ${
      session === undefined &&
      html`<a href="${links.base(signInPath(`/${id}/#contribute`))}" class="button quiet"
        >${contribute.signIn}</a
      >`
    }
    ${
      session?.isStaff &&
      html`<a href="${links.base(imageFormPath(id))}" class="button quiet"
        >${messages.staff.edit}</a
      >`
    }
  </p>`
}
