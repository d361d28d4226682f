import type { Reply } from '../http/reply.ts'
import { html } from '../../core/base/html.ts'
import { renderPage } from './layout.ts'
import type { Visit } from './visit.ts'

export interface ErrorPage {
  status: number
  /** By default that of the status. */
  title?: string | undefined
  /** Description of the error, in full sentences. */
  message: string
  /** The English message of an error that has no other. */
  original?: string | undefined
  /** Of an unexpected error, for the administrator. */
  requestId?: string | undefined
  /** URL of the "Try again" button, if retrying may help. */
  retryUrl?: string | undefined
}

/** Shows an error. Reads nothing from the database, which may be the cause. */
export function renderErrorPage(visit: Visit, failure: ErrorPage): Reply {
  const { status, message, original, requestId, retryUrl } = failure
  const homeUrl = visit.links.base('/')
  const { errors } = visit.messages
  const title = failure.title ?? errors.titles[status] ?? errors.otherTitle
  return renderPage(visit, {
    title,
    width: 'narrow',
    hasAccountLink: false,
    isTranslated: false,
    status,
    headers: { 'Cache-Control': 'no-store' },
    main: html`<h1>${title}</h1>
      <p>${message}</p>
      ${original !== undefined && original !== message && html`<p lang="en">${original}</p>`}
      <p class="buttons">
        ${retryUrl !== undefined && html`<a href="${retryUrl}" class="button">${errors.retry}</a>`}
        <a href="${homeUrl}" class="button quiet">${errors.home}</a>
      </p>
      <p class="soft">
        ${requestId !== undefined && html`${errors.requestId} <code>${requestId}</code><br />`}
        ${errors.status(status)}
      </p>`,
  })
}
