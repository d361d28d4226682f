import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { Page } from '../layout.ts'
import { renderImageLink } from '../parts/image-link.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { imageFormPath } from './image-form.ts'
import type { Steps } from '../parts/cursor-steps.ts'
import { renderStaffSteps } from './steps.ts'

interface DamagedImage {
  id: number
  title: string
  /** Problem with the file. */
  damage: string | null
  thumbnail: string | null
}

export interface DamagedContent extends Steps {
  /** By id. */
  images: readonly DamagedImage[]
  /** Whether a picture was just queued. */
  isDone: boolean
}

/** Lists images whose files are damaged, and says how to replace the files. */
export function createDamagedPage(visit: SignedInVisit, content: DamagedContent): Page {
  const { damaged, staff } = visit.messages
  const { images, isDone, isFirst } = content
  return {
    title: staff.damagedImages,
    hasPictures: true,
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${staff.damagedImages}</h1>
      <p>${damaged.introduction}</p>
      ${isDone && html`<p class="note" role="status">${damaged.queued}</p>`}
      ${images.length === 0 && html`<p class="note">${isFirst ? damaged.none : damaged.noMore}</p>`}
      <ul class="works">
        ${images.map((image) => renderImage(visit, image))}
      </ul>
      ${renderStaffSteps(visit, content)}`,
  }
}

function renderImage({ links, session, messages }: SignedInVisit, image: DamagedImage): Html {
  const { damaged } = messages
  const { id, title, damage } = image
  return html`<li>
    ${renderImageLink(links.base(imageFormPath(id)), image)}
    <div>
      ${damage !== null && html`<blockquote lang="en" dir="auto">${damage}</blockquote>`}
      <p class="soft">${damaged.replace(html`<code>catalog replace ${id} FILE</code>`)}</p>
      <form method="post" action="${links.base('/staff/damaged/retry/')}">
        ${renderFormFields(session)}
        <button name="image" value="${id}" class="quiet">
          ${damaged.retry}<span class="unseen">: ${title}</span>
        </button>
      </form>
    </div>
  </li>`
}
