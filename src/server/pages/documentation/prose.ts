import { html, type Html, type HtmlValue } from '../../../core/html.ts'

/** Formats a text of the document, with text in backticks as code. */
export function renderProse(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index): HtmlValue => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** An anchor for a heading: `Apps and tokens` → `apps-and-tokens`. */
export function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** A value as a URL shows it; `…` if there is no example. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(',')
  if (value === undefined) return '…'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
