/**
 * The rules for texts that enter the catalog, the same at every entrance: requests, dumps, sign-in,
 * commands of the administrator and manifests.
 */

/** The longest URL that is stored. */
export const MAX_URL = 2000

/** Characters that break a line or advance within it. */
const LINE_BREAK = String.raw`\r\n|[\n\v\f\r\u0085\u2028\u2029]`
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g')
const BLANKS_IN_LINE = new RegExp(String.raw`(?:\t|${LINE_BREAK})+`, 'g')

/** Control characters, and those that override or isolate the direction of the text around them. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const HIDDEN_IN_LINE = new RegExp(HIDDEN.source, 'gu')
const HIDDEN_IN_LINES = new RegExp(String.raw`(?![\n\t])${HIDDEN.source}`, 'gu')

/** Whether a text of one line holds a character that could rearrange or hide what is around it. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text)
}

/** A text of one line: tabs and line breaks become a space, other hidden characters are left out. */
export function cleanLine(text: string): string {
  if (!HIDDEN.test(text)) return text
  return text.replace(BLANKS_IN_LINE, ' ').replace(HIDDEN_IN_LINE, '')
}

/** A text of several lines: tabs stay, every line break becomes `\n`, other hidden characters are left out. */
export function cleanLines(text: string): string {
  if (!HIDDEN.test(text)) return text
  return text.replace(LINE_BREAKS, '\n').replace(HIDDEN_IN_LINES, '')
}

/** The same name with a visible mark in the place of each hidden character, so that it resembles no other name. */
export function markHiddenCharacters(name: string): string {
  return name.toWellFormed().replace(HIDDEN_IN_LINE, '\ufffd')
}

/**
 * The code points of a name that are not ASCII: `U+0430` for a Cyrillic а, which looks like the Latin one.
 * Null for a name of ASCII characters alone.
 */
export function nonAsciiCodePoints(name: string): string | null {
  const others = new Set(name.match(/[^ -~]/gu))
  const codes = [...others].map((character) => character.codePointAt(0) ?? 0)
  return codes.length === 0 ? null : codes.map(codePointName).join(' ')
}

function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a text has at most so many Unicode characters; counts them only where code units don't settle it. */
export function fits(text: string, most: number): boolean {
  return text.length <= most || (text.length <= most * 2 && Array.from(text).length <= most)
}

/** Whether a text is an absolute http or https URL; other schemes could run a program where it is followed. */
export function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return (protocol === 'http:' || protocol === 'https:') && !/\s/.test(text)
}
