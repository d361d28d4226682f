/** Kinds of streets, each before its abbreviations. */
export const ENGLISH_STREETS: readonly (readonly string[])[] = [
  ['street', 'st', 'str'],
  ['avenue', 'ave', 'av'],
  ['boulevard', 'blvd', 'bd', 'boul'],
  ['road', 'rd'],
]

/** Other words of names, each before its abbreviations. */
export const ENGLISH_WORDS: readonly (readonly string[])[] = [
  ['place', 'pl'],
  ['square', 'sq'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['building', 'bldg'],
  ['bridge', 'br'],
  ['corner', 'cor'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
]

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** Ordinal numbers in words, with their values. */
export const ENGLISH_ORDINALS = ORDINALS.map((word, index) => ({ word, value: index + 1 }))

const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 10 * (index + 2)]),
)

const TEENS = 'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
  ' ',
)

/** Values of the ordinal numbers of one word, up to ninetieth. */
const VALUES = new Map([
  ...[...ORDINALS, ...TEENS].map((word, index) => [word, index + 1] as const),
  ...[...TENS].map(([word, value]) => [word.replace(/y$/, 'ieth'), value] as const),
])

/** Words with which an ordinal number in words begins. Most words of a title are others. */
const BEGINNINGS = new Set([...VALUES.keys(), ...TENS.keys(), 'one', 'hundred'])

/** An ordinal number at the beginning of words, and how many of them it takes. */
interface ReadOrdinal {
  value: number
  length: number
}

/** Reads an ordinal number at the beginning of words, such as `53rd`, `fifty third` and `one hundred and tenth`. */
export function readOrdinal(words: readonly string[]): ReadOrdinal | undefined {
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(words[0] ?? '')?.[1]
  if (digits !== undefined) return { value: Number(digits), length: 1 }
  if (!BEGINNINGS.has(words[0] ?? '')) return undefined
  const hundred = countHundredWords(words)
  const rest = readBelowHundred(words.slice(hundred))
  if (!rest) return undefined
  return { value: rest.value + (hundred > 0 ? 100 : 0), length: rest.length + hundred }
}

/** Returns how many words `one hundred and`, or a part with `hundred`, takes at the beginning. */
function countHundredWords(words: readonly string[]): number {
  const before = words[0] === 'one' ? 1 : 0
  if (words[before] !== 'hundred') return 0
  return words[before + 1] === 'and' ? before + 2 : before + 1
}

function readBelowHundred([word = '', next = '']: readonly string[]): ReadOrdinal | undefined {
  const value = VALUES.get(word)
  if (value !== undefined) return { value, length: 1 }
  const [tens, ones] = [TENS.get(word), VALUES.get(next)]
  return tens && ones && ones < 10 ? { value: tens + ones, length: 2 } : undefined
}

/** Lists the ordinal numbers of one word with this value. */
export function listOrdinalWords(value: number): string[] {
  return [...VALUES].flatMap(([word, one]) => (one === value ? [word] : []))
}

/** Returns the ending of an ordinal number in digits, as in `53rd`. */
export function findOrdinalEnding(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'
}
