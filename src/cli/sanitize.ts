/**
 * Characters that steer a terminal or reorder what it shows: C0 controls, DEL, C1 controls, and the marks,
 * embeddings, overrides and isolates of the bidirectional algorithm (UAX #9). Titles and names may contain
 * them by accident or on purpose, so no text from elsewhere is shown with them.
 */
const STEERING = String.raw`\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
/** Not control characters, but they end a line for many programs. */
const SEPARATORS = String.raw`\u2028\u2029`

const IN_LINE = new RegExp(`[${STEERING}${SEPARATORS}]`, 'gu')
const IN_CELL = new RegExp(`[${STEERING}]`, 'gu')

const REPLACEMENT = '\ufffd'

/** As a part of one line for people: line breaks and tabs become blanks, other control characters visible. */
export function sanitizeLine(text: string): string {
  return text.replace(IN_LINE, (character) =>
    /[\n\t\u2028\u2029]/.test(character) ? ' ' : REPLACEMENT,
  )
}

/** As a cell that may have several lines, as in CSV. */
export function sanitizeCell(text: string): string {
  return text
    .replace(/\r\n|[\u2028\u2029]/g, '\n')
    .replace(IN_CELL, (character) => (/[\n\t]/.test(character) ? character : REPLACEMENT))
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** As a field of a line for programs: what would end the field or the line is escaped by a backslash. */
export function escapeField(text: string): string {
  return text
    .replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    .replace(IN_LINE, REPLACEMENT)
}

/**
 * JSON that means the same and is safe to show: a JSON text may contain DEL, C1 controls and bidirectional
 * characters as they are, and only does so inside of strings, where they are escaped here.
 */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(IN_LINE, (character) =>
    character === '\n' ? character : escapeInJson(character),
  )
}

function escapeInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
