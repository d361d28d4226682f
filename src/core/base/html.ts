const TRUSTED = Symbol('markup')

/** Markup that is safe to send: only `html` and `trusted` create it, and `html` escapes its values. */
export interface Html {
  readonly text: string
  /** Input, including parsed JSON, can never have a symbol as a key. */
  readonly [TRUSTED]: true
}

/** Values of a template. Null, undefined and false render nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | null | undefined | false

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Creates markup and escapes every value that is not markup. Attributes must be in quotes. */
export function html(markup: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts = markup.map((text, index) => text + render(values[index]))
  return trusted(parts.join(''))
}

/** Marks constant text of this program, such as a style sheet, as safe. Never use it for input. */
export function trusted(text: string): Html {
  return { text, [TRUSTED]: true }
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return TRUSTED in value ? value.text : value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
