import { html, type Html } from '../../../core/base/html.ts'
import { isLink } from '../../../core/model/text.ts'
import type { Visit } from '../visit.ts'

/** Links to the website of a source or collection; nothing unless its URL is http or https. */
export function renderWebsite({ messages }: Visit, url: string): Html | null {
  if (!isLink(url)) return null
  const { host } = new URL(url)
  return html`<p>${messages.lists.website}: <a href="${url}" rel="nofollow">${host}</a></p>`
}
