/**
 * The rules for texts that enter the catalog, from requests, dumps, sign-in, administrator commands and manifests.
 */

/** The longest URL that is stored. */
export const MAX_URL = 2000

const LINE_BREAK = String.raw`\r\n|[\n\v\f\r\u0085\u2028\u2029]`
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g')
const BLANKS_IN_LINE = new RegExp(String.raw`(?:\t|${LINE_BREAK})+`, 'g')

/**
 * Characters without a shape of their own, which can hide or reorder text: controls, separators, the
 * default-ignorable ones (UAX #44), among them the marks and isolates of the bidirectional algorithm and the tags, and
 * the interlinear annotation characters.
 */
const HIDDEN = String.raw`\p{Cc}\u2028\u2029\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`

/** Letters that the joiners and the zero-width space may follow, since their scripts use these. */
const JOINING = String.raw`[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Default_Ignorable_Code_Point}]]`

/** Hidden characters that carry meaning where they stand. */
const MEANINGFUL = [
  // Flags of subdivisions, such as England's (UTS #51).
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  // Joiners, the zero-width space and the Mongolian vowel separator.
  String.raw`(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}${JOINING}])[\u200b-\u200d\u180e]`,
  // A variation selector or a grapheme joiner after a visible character.
  String.raw`(?<=[[\p{L}\p{M}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}])[\p{Variation_Selector}\u034f]`,
  // The fillers of Old Hangul's incomplete syllables.
  String.raw`(?<=[\u1100-\u115e])\u1160|\u115f(?=[\u1161-\u11a7])`,
].join('|')

/** The most combining marks that may follow each other. Tibetan and Hebrew with cantillation need about ten. */
const MAX_MARKS = 16
const MARK = String.raw`[\p{M}\u200b-\u200d]`
const EXCESS_MARKS = new RegExp(String.raw`(?<=${MARK}{${MAX_MARKS}})${MARK}+`, 'gv')

const SUSPICIOUS = new RegExp(String.raw`[${HIDDEN}]|${MARK}{${MAX_MARKS + 1}}`, 'v')
const HIDDEN_IN_NAME = new RegExp(String.raw`(${MEANINGFUL})|[${HIDDEN}]`, 'gv')
const HIDDEN_IN_TEXT = new RegExp(
  String.raw`(${MEANINGFUL}|[\n\t\u061c\u200e\u200f\u2066-\u2069])|[${HIDDEN}]`,
  'gv',
)

/** Letters of the blocks for scripts that are written from right to left (UAX #9, table 4). */
const RIGHT_TO_LEFT =
  /[\p{L}&&[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]]/v
const DIRECTION = /[\u061c\u200e\u200f\u2066-\u2069]/g
const REPEATED_MARK = /([\u061c\u200e\u200f])\1+/g
const ISOLATE = /[\u2066-\u2069]/g
const END_OF_ISOLATE = '\u2069'
const MAX_ISOLATES = 8

/** Whether a name has characters that could hide or reorder text, or more marks than any script uses. */
export function hasHiddenCharacters(name: string): boolean {
  return replaceHidden(name, '') !== name
}

/**
 * Replaces each hidden character of a name, and each run of excess marks, with U+FFFD, so that the name cannot imitate
 * another one.
 */
export function markHiddenCharacters(name: string): string {
  return replaceHidden(name.toWellFormed(), '\ufffd')
}

function replaceHidden(name: string, replacement: string): string {
  if (!SUSPICIOUS.test(name)) return name
  return name
    .replace(HIDDEN_IN_NAME, (_, meaningful?: string) => meaningful ?? replacement)
    .replace(EXCESS_MARKS, replacement)
}

/** Blanks, control characters, and characters without a shape, such as zero-width spaces and the blank Braille cell. */
const BLANK = new RegExp(String.raw`^[\s\u2800${HIDDEN}]*$`, 'v')

/** Whether a text shows nothing. Dumps may have such texts, because earlier versions accepted them. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

/** Cleans a text of one line: replaces tabs and line breaks with a space, and removes what shows nothing or deceives. */
export function cleanLine(text: string): string {
  return SUSPICIOUS.test(text) ? clean(text.replace(BLANKS_IN_LINE, ' ')) : text
}

/** The same for a text of several lines: keeps tabs, and normalizes line breaks to `\n`. */
export function cleanLines(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text.replace(LINE_BREAKS, '\n').split('\n').map(clean).join('\n')
}

function clean(line: string): string {
  const visible = line
    .replace(HIDDEN_IN_TEXT, (_, meaningful?: string) => meaningful ?? '')
    .replace(EXCESS_MARKS, '')
  // Without letters from right to left, these characters only serve to deceive.
  if (!RIGHT_TO_LEFT.test(visible)) return visible.replace(DIRECTION, '')
  return balanceIsolates(visible.replace(REPEATED_MARK, '$1'))
}

/** Closes the isolates of a line that are open at its end, and removes those that nest too deeply and stray ends. */
function balanceIsolates(line: string): string {
  let depth = 0
  const balanced = line.replace(ISOLATE, (character) => {
    depth += character === END_OF_ISOLATE ? -1 : 1
    const level = character === END_OF_ISOLATE ? depth + 1 : depth
    depth = Math.max(depth, 0)
    return level >= 1 && level <= MAX_ISOLATES ? character : ''
  })
  return balanced + END_OF_ISOLATE.repeat(Math.min(depth, MAX_ISOLATES))
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
  const url = URL.parse(text)
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && !/\s/.test(text)
}

/**
 * Whether a URL contains a user name or a password. These would be published with it, and
 * `https://museum.example@evil.example` deceives about where it leads.
 */
export function hasCredentials(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return username !== '' || password !== ''
}

/** Whether a text is a URL that pages may link to. */
export function isLink(text: string): boolean {
  return isHttpUrl(text) && !hasCredentials(text)
}

/** Shortens a text for a message that quotes it, to at most so many code points and an ellipsis. */
export function shorten(text: string, most = 100): string {
  return isWithinLength(text, most)
    ? text
    : `${Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('')}…`
}
