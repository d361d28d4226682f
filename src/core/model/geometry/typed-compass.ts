/** The points of the compass, clockwise from north, 22.5 degrees apart. */
// prettier-ignore
export const COMPASS_POINTS = [
  'N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW',
] as const

export type CompassPoint = (typeof COMPASS_POINTS)[number]

const LETTERS: Record<string, string | undefined> = { N: 'N', S: 'S', E: 'E', L: 'E', W: 'W' }

/** `O` is east in German (Ost), and west in French and Spanish (ouest, oeste). In English it is no direction. */
const MEANINGS_OF_O: Record<string, string | undefined> = { de: 'E', fr: 'W', es: 'W' }

/** English, German, French and Spanish. Longer words come before those with which they begin. */
const WORD = String.raw`north|n[oö]rd|norte|nor|south|s[uü]d|sur|east|[oö]st|este|est|west|ouest|oeste|oes`
const WORDS = new RegExp(`^(?:${WORD}){1,3}(?:ern|erly|wards?|lich|en)?$`, 'u')
const EACH_WORD = new RegExp(WORD, 'gu')

/**
 * Parses a point of the compass as people write it: `SW`, `nnw`, `north-east`, `nordwestlich`, `sureste`.
 * @param language of the writer, such as `de`, which decides what `O` means
 */
export function parseCompassPoint(text: string, language?: string): CompassPoint | undefined {
  const written = text.toLowerCase().replaceAll(/[\s.‐-]/gu, '')
  const letters = /^[nselow]{1,3}$/u.test(written)
    ? written
        .toUpperCase()
        .split('')
        .map((letter) => translateLetter(letter, language))
    : listWords(written).map(abbreviateWord)
  return COMPASS_POINTS.find((point) => point === letters.join(''))
}

function translateLetter(letter: string, language = ''): string {
  return (letter === 'O' ? MEANINGS_OF_O[language] : LETTERS[letter]) ?? '?'
}

function listWords(text: string): string[] {
  return text.length <= 40 && WORDS.test(text) ? (text.match(EACH_WORD) ?? []) : []
}

function abbreviateWord(word: string): string {
  if (/^o[ue]/u.test(word)) return 'W'
  return /^[oö]/u.test(word) ? 'E' : word.charAt(0).toUpperCase()
}
