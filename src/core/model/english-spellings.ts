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

/** Returns the ending of an ordinal number in digits, as in `53rd`. */
export function findOrdinalEnding(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'
}
