import { html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import { renderName } from '../display-name.ts'
import type { Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderDraftMessage, renderDraftField } from '../parts/drafts.ts'
import type { SignedInVisit } from '../visit.ts'

/** Says what erasing the account does, and asks for the name as a confirmation. */
export function createErasePage(visit: SignedInVisit, draft: Draft): Page {
  const { links, session, messages } = visit
  const { account } = messages
  const name = html`<strong class="name">${renderName(session.username)}</strong>`
  return {
    title: account.eraseTitle,
    width: 'narrow',
    main: html`${renderBreadcrumbs(visit, [{ url: links.base('/account/'), name: account.back }])}
      <h1>${account.eraseTitle}</h1>
      ${renderDraftMessage(draft)}
      <p>${account.eraseAsk(name)}</p>
      <p>${account.eraseStay}</p>
      <p>${account.eraseAgain}</p>
      <p><a href="${links.base('/account/export/')}" download>${account.download}</a></p>
      <form method="post" action="${links.base('/account/erase/')}">
        ${renderFormFields(session)}
        ${renderDraftField(draft, { name: 'name', label: account.eraseName })}
        <p class="buttons">
          <button>${account.eraseButton}</button>
          <a href="${links.base('/account/')}" class="button quiet">${account.cancel}</a>
        </p>
      </form>`,
  }
}
