import type { Links } from '../links.ts'
import type { Reply } from '../reply.ts'
import { html } from './html.ts'
import { page } from './layout.ts'

export interface ErrorPage {
  status: number
  /** A sentence that says what is wrong and what to do. */
  message: string
  /** Whose mistake it is, or what to do about it, where that is known. */
  advice?: string | undefined
  /** Of the request, for the administrator. */
  number?: string | undefined
}

const TITLES: Record<number, string> = {
  400: 'This does not work',
  403: 'This is not allowed',
  404: 'Nothing is here',
  429: 'Too many requests',
  503: 'Not available right now',
}

/** Says what went wrong; needs nothing but the addresses, for it may be the database that failed. */
export function errorPage(links: Links, { status, message, advice, number }: ErrorPage): Reply {
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
      ${number !== undefined && html`<p class="soft">Number in the log: <code>${number}</code></p>`}
      <p><a href="${home}">To the first page</a></p>`,
  })
}
