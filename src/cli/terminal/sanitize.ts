/**
 * Characters that control a terminal or reorder its text: C0 controls, DEL, C1 controls, and the marks,
 * embeddings, overrides and isolates of the bidirectional algorithm (UAX #9). Titles and names may contain
 * them by accident or as an attack.
 */
const STEERING = String.raw`\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
/** Line and paragraph separators, which end a line in many programs. */
const SEPARATORS = String.raw`\u2028\u2029`

const IN_LINE = new RegExp(`[${STEERING}${SEPARATORS}]`, 'gu')
const IN_CELL = new RegExp(`[${STEERING}]`, 'gu')

const REPLACEMENT = '\ufffd'

/** Makes text safe for one line: line breaks and tabs become spaces, other control characters `�`. */
export function sanitizeLine(text: string): string {
  return text.replace(IN_LINE, (character) =>
    /[\n\t\u2028\u2029]/.test(character) ? ' ' : REPLACEMENT,
  )
}

/** Makes text safe for a CSV cell: line breaks and tabs stay, other control characters become `�`. */
export function sanitizeCell(text: string): string {
  return text
    .replace(/\r\n|[\u2028\u2029]/g, '\n')
    .replace(IN_CELL, (character) => (/[\n\t]/.test(character) ? character : REPLACEMENT))
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Makes text safe for a TSV field: backslashes, tabs and line breaks are escaped with a backslash. */
export function escapeField(text: string): string {
  return text
    .replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    .replace(IN_LINE, REPLACEMENT)
}

/**
 * Serializes a value as JSON that is safe to show. JSON.stringify leaves DEL, C1 controls and bidirectional
 * characters unescaped; they only occur in strings, so they can be escaped afterwards.
 */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(IN_LINE, (character) =>
    character === '\n' ? character : escapeInJson(character),
  )
}

function escapeInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
