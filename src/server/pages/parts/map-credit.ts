import { html, type Html } from '../../../core/base/html.ts'

/** `[text](https://…)`; all else is text. */
const LINK = /\[([^\[\]]+)\]\((https?:\/\/[^\s\(\)]+)\)/v

/** Renders the credit of a map with its links. */
export function renderCredit(attribution: string): Html[] {
  const parts = attribution.split(LINK)
  return parts.flatMap((text, index) => {
    if (index % 3 === 0) return [html`${text}`]
    return index % 3 === 1 ? [html`<a href="${parts[index + 1]}" rel="noopener">${text}</a>`] : []
  })
}
