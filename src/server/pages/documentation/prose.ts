import { html, type Html, type HtmlValue } from '../../../core/base/html.ts'

/** Renders a description, with text in backticks as code. */
export function renderProse(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index): HtmlValue => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** Converts a heading to an anchor: `Apps and tokens` → `apps-and-tokens`. */
export function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Formats a value as in a URL; `…` if it is undefined. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(',')
  if (value === undefined) return '…'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
