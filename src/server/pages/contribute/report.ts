import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { MAX_FLAG_TEXT } from '../../../core/base/limits.ts'
import { signInPath } from '../../oauth/sign-in-path.ts'
import { renderFormFields } from '../csrf-field.ts'
import { isSignedIn, type SignedInVisit, type Visit } from '../visit.ts'
import { describeProblem, renderProblem } from '../parts/field-problem.ts'
import { renderTextControl } from '../parts/text-control.ts'
import type { ImageContent } from '../image/image-content.ts'
import { findDraft, renderSection } from './section.ts'

/** Lets people report an image to staff. Visitors get a link to the sign-in, which leads back. */
export function renderReport(visit: Visit, content: ImageContent): Html {
  return isSignedIn(visit) ? renderForm(visit, content) : renderSignIn(visit, content.image)
}

function renderSignIn({ links, messages }: Visit, { id }: ImageDetail): Html {
  const path = signInPath(`/${id}/#report-title`)
  return html`<p><a href="${links.base(path)}">${messages.contribute.signInToReport}</a></p>`
}

function renderForm(visit: SignedInVisit, { image, done, refused }: ImageContent): Html {
  const { contribute } = visit.messages
  const { id } = image
  const { values, fieldErrors } = findDraft(refused, 'flags')
  const reasonProblem = fieldErrors.reason?.join(' ')
  return renderSection(visit, {
    id: 'report',
    actions: ['reported'],
    done,
    refused,
    content: html`<details ${refused?.form === 'flags' && html`open`}>
      <summary id="report-title">${contribute.report}</summary>
      <form method="post" action="${visit.links.base(`/${id}/flags/`)}" data-draft="report ${id}">
        <fieldset ${describeProblem('report-reason', reasonProblem)}>
          <legend>${contribute.reportReason}</legend>
          ${Object.entries(contribute.reasons).map(
            ([reason, label]) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="reason"
                  value="${reason}"
                  required
                  ${reason === values.reason && html`checked`}
                />
                ${label}</label
              >`,
          )}
          ${renderProblem('report-reason', reasonProblem)}
        </fieldset>
        <label for="report-text">${contribute.reportText}</label>
        ${renderTextControl({
          id: 'report-text',
          name: 'text',
          rows: 2,
          maxLength: MAX_FLAG_TEXT,
          value: values.text,
          problem: fieldErrors.text?.join(' '),
        })}
        <p class="buttons"><button class="quiet">${contribute.sendReport}</button></p>
        ${renderFormFields(visit.session)}
      </form>
    </details>`,
  })
}
