import type { Reply } from '../reply.ts'
import { html } from '../../core/html.ts'
import { renderPage } from './layout.ts'
import type { Visit } from './visit.ts'

export interface ErrorPage {
  status: number
  /** What is wrong, in full sentences. */
  message: string
  /** What the user can do. */
  advice?: string | undefined
  /** Of an unexpected error, for the administrator. */
  requestId?: string | undefined
  /** URL of the "Try again" button, if retrying may help. */
  retryUrl?: string | undefined
}

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Sign in to continue',
  403: 'Access denied',
  404: 'Page not found',
  405: 'This page can’t be opened',
  413: 'Request too large',
  415: 'Unsupported format',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
}

/** Shows an error. Reads nothing from the database, which may be the cause. */
export function renderErrorPage(visit: Visit, failure: ErrorPage): Reply {
  const { status, message, advice, requestId, retryUrl } = failure
  const homeUrl = visit.links.base('/')
  const title = TITLES[status] ?? 'Something went wrong'
  return renderPage(visit, {
    title,
    width: 'narrow',
    hasAccountLink: false,
    isTranslated: false,
    status,
    headers: { 'Cache-Control': 'no-store' },
    main: html`<h1>${title}</h1>
      <p>${message}</p>
      ${advice !== undefined && html`<p>${advice}</p>`}
      <p class="buttons">
        ${retryUrl !== undefined && html`<a href="${retryUrl}" class="button">Try again</a>`}
        <a href="${homeUrl}" class="button quiet">Go to the home page</a>
      </p>
      <p class="soft">
        ${requestId !== undefined && html`Request id: <code>${requestId}</code><br />`} Error
        ${status}
      </p>`,
  })
}
