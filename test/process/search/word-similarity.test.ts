import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTrigrams, splitWords } from '../../../src/core/resident/text/trigrams.ts'
import { parsePattern } from '../../../src/core/resident/text/word-similarity.ts'
import { computeWordSimilarity, listTextTrigrams } from '../../support/word-similarity.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { createRandomTexts } from '../../support/random-texts.ts'

interface Character {
  character: string
  trigrams: string
}

describe.skipIf(postgresIsMissing('pg_trgm'))('as in PostgreSQL', () => {
  let postgres: Postgres
  /** The characters that its C library knows. The Unicode of Node.js is newer. */
  let characters: Character[]

  beforeAll(async () => {
    postgres = await startPostgres('pg_trgm')
    characters = await postgres.query<Character>(
      `select chr(code) as character, array_to_string(show_trgm(chr(code)), '|') as trigrams
       from generate_series(1, x'10ffff'::integer) as code
       where code not between x'd800'::integer and x'dfff'::integer and chr(code) ~ '[[:print:]]'`,
    )
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  test('every character is a separator or a part of a word, and has a lower case', () => {
    const different = characters.flatMap(({ character, trigrams }) => {
      const here = splitWords(character).flatMap(listTrigrams).map(showTrigram).toSorted().join('|')
      const there = trigrams.split('|').toSorted().join('|')
      return here === there ? [] : [{ character, here, there }]
    })
    expect(different).toEqual([])
  })

  test('random pairs have the same word similarity', async () => {
    const texts = createRandomTexts(
      1,
      characters.map(({ character }) => character),
    )
    const pairs = Array.from({ length: runsOf(20_000) }, texts.pair)
    const expected = await postgres.query<{ similarity: number }>(
      `select word_similarity(query, text) as similarity
       from unnest($1::text[], $2::text[]) with ordinality as pair (query, text, number)
       order by number`,
      [pairs.map(({ query }) => query), pairs.map(({ text }) => text)],
    )
    const different = pairs.flatMap(({ query, text }, at) => {
      const here = computeWordSimilarity(parsePattern(query), listTextTrigrams(text))
      const there = Math.fround(expected[at]!.similarity)
      return here === there ? [] : [{ query, text, here, there }]
    })
    expect(different).toEqual([])
  })
})

/** Returns the code of a trigram as PostgreSQL's `show_trgm` does. */
function showTrigram(code: number): string {
  const bytes = Buffer.of(code, code >>> 8, code >>> 16)
  const text = bytes.toString('latin1')
  return /^[a-z\d ]+$/i.test(text) ? text : `0x${bytes.toString('hex')}`
}
