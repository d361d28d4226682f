import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { MAX_FLAG_TEXT } from '../../../core/limits.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { renderFormFields } from '../csrf-field.ts'
import { isSignedIn, type SignedInVisit, type Visit } from '../visit.ts'
import { renderSection } from './section.ts'

/** Lets people report an image to staff. Visitors get a link to the sign-in, which leads back. */
export function renderReport(visit: Visit, image: ImageDetail, done: string | undefined): Html {
  return isSignedIn(visit) ? renderForm(visit, image, done) : renderSignIn(visit, image)
}

function renderSignIn({ links, messages }: Visit, { id }: ImageDetail): Html {
  const path = signInPath(`/${id}/#report-title`)
  return html`<p><a href="${links.base(path)}">${messages.contribute.signInToReport}</a></p>`
}

function renderForm(visit: SignedInVisit, { id }: ImageDetail, done: string | undefined): Html {
  const { contribute } = visit.messages
  return renderSection(visit, {
    id: 'report',
    actions: ['reported'],
    done,
    content: html`<details>
      <summary id="report-title">${contribute.report}</summary>
      <form method="post" action="${visit.links.base(`/${id}/flags/`)}" data-draft="report ${id}">
        <fieldset>
          <legend>${contribute.reportReason}</legend>
          ${Object.entries(contribute.reasons).map(
            ([reason, label]) =>
              html`<label class="choice"
                ><input type="radio" name="reason" value="${reason}" required /> ${label}</label
              >`,
          )}
        </fieldset>
        <label for="report-text">${contribute.reportText}</label>
        <textarea id="report-text" name="text" rows="2" maxlength="${MAX_FLAG_TEXT}"></textarea>
        <p class="buttons"><button class="quiet">${contribute.sendReport}</button></p>
        ${renderFormFields(visit.session)}
      </form>
    </details>`,
  })
}
