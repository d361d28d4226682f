import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { MAX_FLAG_TEXT } from '../../../core/limits.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderSection } from './section.ts'

/** Lets people report an image to staff. */
export function renderReport(
  visit: SignedInVisit,
  { id }: ImageDetail,
  done: string | undefined,
): Html {
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
