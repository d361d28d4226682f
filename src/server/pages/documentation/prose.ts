import { html, type Html, type HtmlValue } from '../../../core/html.ts'

/** A sentence of the document, with what stands in backticks as code. */
export function prose(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index): HtmlValue => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** A name that can be linked to: `Apps and tokens` → `apps-and-tokens`. */
export function anchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** A value as it stands in an address; `…` where there is no example of it. */
export function inAddress(value: unknown): string {
  if (Array.isArray(value)) return value.map(inAddress).join(',')
  if (value === undefined) return '…'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
