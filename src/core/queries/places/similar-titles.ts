import { readCatalogState } from '../../database/catalog-state.ts'
import { countInPlacedTitles, selectTitled, type TitleQuery } from '../../database/placed-titles.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import {
  listSpellings,
  listSpellingsBeside,
  listTitleWords,
  readNumbered,
} from '../../model/placing/title-words.ts'

/** Most words of a title that are looked up. */
const MAX_WORDS = 30
const MAX_RARE = 4
/**
 * Most images with each rare word and each pair of words. Words in more titles are looked up in pairs only: a part of those
 * images would be one by chance. Of many titles, fewer of what one alone finds.
 */
const MAX_FOUND = 100
const MIN_FOUND = 5
/** Most images of a title, those of pairs of words first. Each is read and compared with the title. */
const MAX_SIMILAR = 300

export interface SimilarTitles {
  /** Of the words of the title: rare words have high ones. */
  weights: ReadonlyMap<string, number>
  /** Placed images that have one of the rarest words of the title, or two of them, or a street beside one with a number. */
  ids: ReadonlySet<number>
}

/** Finds placed images that share rare words with titles, in the order of the titles. */
export async function findSimilarTitles(
  reads: Reads,
  titles: readonly string[],
): Promise<SimilarTitles[]> {
  const weighed = await weighWords(reads, titles)
  const chosen = weighed.map(chooseQueries)
  const queries = new Map(chosen.flat().map((query) => [JSON.stringify(query), query]))
  const limit = Math.max(MIN_FOUND, Math.floor(MAX_FOUND / titles.length))
  const rows = await reads
    .selectFrom(selectTitled(queries, limit).as('found'))
    .select(['query', 'image_id'])
    .execute()
  const found = Map.groupBy(rows, ({ query }) => query)
  return weighed.map((words, index) => ({
    weights: new Map(words.map(({ word, weight }) => [word, weight])),
    ids: new Set(
      (chosen[index] ?? [])
        .flatMap((query) => found.get(JSON.stringify(query)) ?? [])
        .map(({ image_id }) => image_id)
        .slice(0, MAX_SIMILAR),
    ),
  }))
}

interface Word {
  word: string
  spellings: string[]
  /** Titles that have it. */
  count: number
  weight: number
}

/** Weighs the words of titles: the fewer placed images have one, the more. The rarest comes first. */
async function weighWords(reads: Reads, titles: readonly string[]): Promise<Word[][]> {
  const listed = titles.map((title) => [...new Set(listTitleWords(title))].slice(0, MAX_WORDS))
  const [{ highestImage }, counted] = await Promise.all([
    readCatalogState(reads),
    countWords(reads, {
      words: JSON.stringify([...new Set(listed.flat().flatMap(listSpellings))]),
    }),
  ])
  const counts = new Map(counted.map(({ word, count }) => [word, count]))
  return listed.map((words) =>
    words
      .map((word) => {
        const spellings = listSpellings(word).filter((spelling) => counts.get(spelling))
        const count = spellings.reduce((total, one) => total + (counts.get(one) ?? 0), 0)
        const weight = Math.max(0, Math.log((highestImage + 1) / (count + 0.5)))
        return { word, spellings, count, weight }
      })
      .toSorted((one, other) => one.count - other.count),
  )
}

const countWords = preparedQuery((reads: Reads, { words }: Params<{ words: string }>) =>
  reads.selectFrom(countInPlacedTitles(words).as('counted')).select(['word', 'count']),
)

/**
 * Chooses the rarest words of a title, pairs of the rarest and of the rarest common ones, and the rarest common one with the
 * numbers before and after that of a street.
 */
function chooseQueries(words: readonly Word[]): TitleQuery[] {
  const known = words.filter(({ count }) => count > 0)
  const common = known.filter(({ count }) => count > MAX_FOUND)
  const pairs = [known, common].flatMap(([first, second]) =>
    first && second ? [[first.spellings, second.spellings]] : [],
  )
  const numbered = words.find(({ word }) => readNumbered(word))
  const other = common.find((word) => word !== numbered)
  const beside = numbered && other ? [[other.spellings, listSpellingsBeside(numbered.word)]] : []
  const rare = known.filter(({ count }) => count <= MAX_FOUND).slice(0, MAX_RARE)
  return [...pairs, ...beside, ...rare.map(({ spellings }) => [spellings])]
}
