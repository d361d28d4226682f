import { html, type Html } from '../../../core/base/html.ts'
import type { Links } from '../../http/links.ts'

/** Addresses of web pages without the punctuation that ends a sentence, and numbers of images. */
const LINKED =
  /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?\)\]]|(?<![\p{L}\p{N}]|&)#[1-9]\d{0,14}(?![\p{L}\p{N}]))/v

/** Renders a text of a user. Only web addresses and numbers of images, such as `#12`, become links. */
export function renderUserText(links: Links, text: string): Html[] {
  return text.split(LINKED).map((part, index) => {
    if (index % 2 === 0) return html`${part}`
    if (part.startsWith('#'))
      return html`<a href="${links.image(Number(part.slice(1)))}">${part}</a>`
    return html`<a href="${part}" rel="nofollow ugc noopener">${part}</a>`
  })
}
