import { hasHiddenCharacters } from '../../src/core/model/text.ts'
import { numbersFrom } from './seeded-numbers.ts'

/** A search text and a text of an image. */
export interface TextPair {
  query: string
  text: string
}

const LATIN =
  'the of street avenue view from church bridge old harbour north corner building square station Main-Street St. 3½-story 1st No. 225 1911 a I sing singer singing in snow railway railroad town hall'
const ACCENTED =
  'café Zürich naïve Ålesund Łódź œuvre straße STRASSE Straẞe Mu\u0364nchen İstanbul ıspanak ISPARTA ﬁre oﬃce ſtadt Ǆungla ǅungla ŉ'
const OTHER_SCRIPTS = [
  'Москва улица Улица мост церковь ёлка й и\u0306 вокзалъ Ѣ',
  'Αθήνα οδός ΟΔΟΣ Σίσυφος ὀδυσσεύς ᾳ ΐ',
  '東京 東京駅 京都 写真 ひらがな カタカナ ﾊﾝｶｸ ー 々 〇 𠀀𠀁',
  'شارع الشارع مسجد مَسْجِد ـ كـتاب ٣ ١٩١١ ۴',
  'רחוב שָׁלוֹם בית־כנסת',
  'हिन्दी किताब नमस्ते १९११ বাংলা தமிழ் ถนน กรุงเทพ ဗမာ ខ្មែរ བོད',
  '한국 서울 \u1112\u1161\u11ab국 ㄱ ᄀ',
  '𐐀𐐨𐐁 𐌰𐌱 𝐀𝐛𝟘 Ꭰꭰ Ა ა Ⴀ ⴀ Ⅳ ⅳ Ⓐ ⓐ K Å Ω ª º ² ½ ① 🅰 ﷺ',
]
const SCRIPTS = [LATIN, ACCENTED, ...OTHER_SCRIPTS].map((words) => words.split(' '))
const [COMMON = []] = SCRIPTS
const SEPARATORS = [
  ' | | | | |, |. |-|_|／|\n|',
  '\u00a0|\u00ad|\u200b|\u200d|\u2028|\ufeff|\u0001|\ue000|\u{10ffff}',
].flatMap((some) => some.split('|'))
/** Combining marks, some of which are parts of words, and modifiers. */
const MARKS = Array.from(
  '\u0301\u0308\u0307\u0345\u0364\u05b0\u0650\u093f\u094d\u3099\ufe0e\u{1f3fd}',
)
/** Words of few letters have many equal trigrams, for which the order of the comparison matters. */
const FEW_LETTERS = 'aab'
const FREQUENT_LETTERS = 'etaoinshrdlucmf'

/**
 * Makes texts in many scripts, with mixed case, repeated words, and all kinds of separators. The same seed gives the
 * same texts.
 * @param characters rare ones that occur as words
 */
export function createRandomTexts(seed: number, characters: readonly string[] = ['ʘ', '☃']) {
  const below = numbersFrom(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!
  const letters = (from: string, count: number): string =>
    Array.from({ length: count }, () => from.charAt(below(from.length))).join('')

  function word(script: readonly string[], earlier: readonly string[]): string {
    const kind = below(20)
    if (kind < 8) return pick(COMMON)
    if (kind < 14) return pick(script)
    if (kind < 16 && earlier.length > 0) return pick(earlier)
    if (kind < 18) return letters(FREQUENT_LETTERS, 1 + below(9))
    if (kind < 19) return misspell(pick(COMMON), 1)
    return pick(characters)
  }

  function words(count: number): string[] {
    const script = pick(SCRIPTS)
    const isRepetitive = below(5) === 0
    const made: string[] = []
    while (made.length < count) {
      made.push(isRepetitive ? letters(FEW_LETTERS, 1 + below(5)) : word(script, made))
    }
    return made
  }

  const join = (parts: readonly string[]): string =>
    parts.map((part) => part + pick(SEPARATORS)).join('')

  /** Drops, doubles, swaps, replaces or marks letters, or changes their case. */
  function misspell(text: string, times: number): string {
    const made = Array.from(text)
    for (let n = 0; n < times; n += 1) {
      const at = below(made.length + 1)
      const letter = made[at] ?? 'x'
      const changes: [number, ...string[]][] = [
        [1],
        [1, letter, letter],
        [2, made[at + 1] ?? '', letter],
        [1, letters(FREQUENT_LETTERS, 1)],
        [1, letter + pick(MARKS)],
        [1, letter.toUpperCase()],
        [1, letter.toLowerCase()],
      ]
      made.splice(at, ...pick(changes))
    }
    return made.join('')
  }

  /** Returns a misspelt part of the words, sometimes in reverse order. */
  function quote(from: readonly string[]): string {
    const start = below(from.length + 1)
    const part = from.slice(start, start + (below(12) === 0 ? 60 : 1 + below(5)))
    return misspell(join(below(3) === 0 ? part.reverse() : part), below(4))
  }

  return {
    below,
    text: (mostWords: number): string => join(words(below(mostWords + 1))),
    /** In most pairs, the query is a part of the text. */
    pair: (): TextPair => {
      const found = words(below(below(12) === 0 ? 90 : 20))
      const query = below(10) < 3 ? join(words(1 + below(8))) : quote(found)
      return { query, text: join(found) }
    },
  }
}

/** Returns random texts that a dump can contain. */
export function randomDumpTexts(count: number): string[] {
  const { text } = createRandomTexts(2)
  return Array.from({ length: count }, () => text(12).trim()).filter(
    (one) => one !== '' && !hasHiddenCharacters(one),
  )
}
