const MADE_HERE = Symbol('markup')

/** Markup that is safe to send: only `html` makes it, and `html` escapes whatever it is given. */
export interface Html {
  readonly text: string
  /** No text that comes in, parsed JSON included, can carry a symbol. */
  readonly [MADE_HERE]: true
}

/** What may stand in a template; null, undefined and false leave nothing behind. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | null | undefined | false

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes markup; every value is escaped unless it is markup itself. Attributes must be in quotes. */
export function html(markup: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts = markup.map((text, index) => text + render(values[index]))
  return trusted(parts.join(''))
}

/** Takes our own constant text (a style sheet, say) as it is. Never for anything that came in. */
export function trusted(text: string): Html {
  return { text, [MADE_HERE]: true }
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return MADE_HERE in value ? value.text : value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
