import { html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderNotice, renderUndoForm, type Notice } from './notice.ts'
import type { Visit } from '../visit.ts'
import { renderScope, type Scope } from './scope.ts'

/** Says that all images of a scope are placed, with a way on. */
export function createNothingToPlacePage(
  visit: Visit,
  {
    notice,
    scope,
    scopeNames,
  }: { notice: Notice | undefined; scope: Scope; scopeNames: readonly string[] },
): Page {
  const { links, messages } = visit
  const { editor, errors } = messages
  return {
    title: editor.emptyTitle,
    width: 'narrow',
    main: html`<h1>${editor.emptyTitle}</h1>
      ${renderNotice(visit, notice)} ${renderUndoForm(visit, { notice, scope })}
      <p>${editor.empty}</p>
      ${renderScope(visit, '/georeference/', { scope, names: scopeNames })}
      <p class="buttons">
        <a href="${links.base('/georeference/')}" class="button">${editor.allImages}</a>
        <a href="${links.base('/')}" class="button quiet">${errors.home}</a>
      </p>`,
  }
}
