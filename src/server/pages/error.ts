import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { html } from '../../core/html.ts'
import { page } from './layout.ts'

export interface ErrorPage {
  status: number
  /** What is wrong and what to do, in a sentence. */
  message: string
  /** Who is at fault or what to do, if known. */
  advice?: string | undefined
  /** Request id, for the administrator. */
  number?: string | undefined
  /** Address of the "Try again" button, if retrying may help. */
  again?: string | undefined
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

/** Shows an error. Reads nothing from the database, which may be what failed. */
export function errorPage(links: Links, failure: ErrorPage): Reply {
  const { status, message, advice, number, again } = failure
  const home = links.base('/')
  const title = TITLES[status] ?? 'Something went wrong'
  return page({
    title,
    siteName: new URL(home).host,
    home,
    narrow: true,
    status,
    headers: { 'Cache-Control': 'no-store' },
    main: html`<h1>${title}</h1>
      <p>${message}</p>
      ${advice !== undefined && html`<p>${advice}</p>`}
      <p class="buttons">
        ${again !== undefined && html`<a href="${again}" class="button">Try again</a>`}
        <a href="${home}" class="button quiet">Go to the home page</a>
      </p>
      <p class="soft">
        ${number !== undefined && html`Request id: <code>${number}</code><br />`} Error ${status}
      </p>`,
  })
}
