/**
 * The rules for texts that enter the catalog, from requests, dumps, sign-in, administrator commands and manifests.
 */

/** The longest URL that is stored. */
export const MAX_URL = 2000

const LINE_BREAK = String.raw`\r\n|[\n\v\f\r\u0085\u2028\u2029]`
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g')
const BLANKS_IN_LINE = new RegExp(String.raw`(?:\t|${LINE_BREAK})+`, 'g')

/** Control characters, and those that override or isolate the direction of the text around them. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const HIDDEN_IN_LINE = new RegExp(HIDDEN.source, 'gu')
const HIDDEN_IN_LINES = new RegExp(String.raw`(?![\n\t])${HIDDEN.source}`, 'gu')

/** Whether a text of one line contains characters that could reorder or hide the text around them. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text)
}

/** Blanks, control characters, and characters without a shape, such as zero-width spaces and the blank Braille cell. */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u

/** Whether a text shows nothing. Dumps may have such texts, because earlier versions accepted them. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

/** Cleans a text of one line: replaces tabs and line breaks with a space, and removes other hidden characters. */
export function cleanLine(text: string): string {
  if (!HIDDEN.test(text)) return text
  return text.replace(BLANKS_IN_LINE, ' ').replace(HIDDEN_IN_LINE, '')
}

/** The same for a text of several lines: keeps tabs, and normalizes line breaks to `\n`. */
export function cleanLines(text: string): string {
  if (!HIDDEN.test(text)) return text
  return text.replace(LINE_BREAKS, '\n').replace(HIDDEN_IN_LINES, '')
}

/** Replaces each hidden character of a name with U+FFFD, so that the name cannot imitate another one. */
export function markHiddenCharacters(name: string): string {
  return name.toWellFormed().replace(HIDDEN_IN_LINE, '\ufffd')
}

/**
 * Lists the code points of a name that are not ASCII, such as `U+0430` for a Cyrillic а, which looks like a Latin one.
 * @returns null if the name is ASCII
 */
export function listNonAsciiCodePoints(name: string): string | null {
  const others = new Set(name.match(/[^ -~]/gu))
  const codes = [...others].map((character) => character.codePointAt(0) ?? 0)
  return codes.length === 0 ? null : codes.map(formatCodePoint).join(' ')
}

function formatCodePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a text has at most `max` code points. Counts them only if the number of code units does not decide. */
export function isWithinLength(text: string, most: number): boolean {
  return text.length <= most || (text.length <= most * 2 && Array.from(text).length <= most)
}

/** Whether a text is an absolute http or https URL. A link with another scheme could run a program. */
export function isHttpUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return (protocol === 'http:' || protocol === 'https:') && !/\s/.test(text)
}

/** Shortens a text for a message that quotes it, to at most so many code points and an ellipsis. */
export function shorten(text: string, most = 100): string {
  return isWithinLength(text, most)
    ? text
    : `${Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('')}…`
}
