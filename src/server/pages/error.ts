import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { html } from '../../core/html.ts'
import { page } from './layout.ts'

export interface ErrorPage {
  status: number
  /** A sentence that says what is wrong and what to do. */
  message: string
  /** Whose mistake it is, or what to do about it, where that is known. */
  advice?: string | undefined
  /** Of the request, for the administrator. */
  number?: string | undefined
  /** Where the same can be asked for again, where that may help. */
  again?: string | undefined
}

const TITLES: Record<number, string> = {
  400: 'This does not work',
  401: 'Please sign in first',
  403: 'This is not allowed',
  404: 'Nothing is here',
  405: 'This can’t be opened',
  413: 'This is too large',
  415: 'This does not work',
  429: 'Too many requests',
  503: 'Not available right now',
}

/** Says what went wrong; needs nothing but the addresses, for it may be the database that failed. */
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
        <a href="${home}" class="button quiet">To the first page</a>
      </p>
      <p class="soft">
        ${number !== undefined && html`Number in the log: <code>${number}</code><br />`} Error
        ${status}
      </p>`,
  })
}
