import { readCatalogState } from '../../database/catalog-state.ts'
import {
  countInPlacedTitles,
  selectTitled,
  selectTitledBoth,
} from '../../database/placed-titles.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { listBeside } from '../../model/placing/list-beside.ts'
import { rankPlaces, type RankedPlace, type Witness } from '../../model/placing/rank-places.ts'
import { listSpellings, listTitleWords } from '../../model/placing/title-words.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import { findOutlinedSubjects } from '../subjects/outlined-subjects.ts'

/** An image that waits for its place. */
export interface Unplaced {
  id: number
  title: string
  collection_id: number
}

/** Images before and after one that are likely to show the same place. */
const NEIGHBORS = 6
const MAX_SUGGESTIONS = 5
/** Most words of a title that are looked up. */
const MAX_WORDS = 30
/** Words that are in more titles are looked up in pairs. */
const RARE = 300
const MAX_RARE = 4
/** Most images whose titles are compared, for each rare word and each pair of words. */
const MAX_BY_WORD = 150
const MAX_BY_PAIR = 150

/**
 * Suggests places for an image: those of placed images that share rare words of its title, or stand beside it in its
 * collection, and outlines of its subjects. Only public images count, and no placement that was only called incorrect.
 */
export async function suggestPlaces(reads: Reads, image: Unplaced) {
  const [places, subjects] = await Promise.all([
    rankByTitle(reads, image),
    findOutlinedSubjects(reads, image.id),
  ])
  return { places, subjects }
}

export type SuggestedPlaces = Awaited<ReturnType<typeof suggestPlaces>>

async function rankByTitle(reads: Reads, image: Unplaced): Promise<RankedPlace[]> {
  const words = await weighWords(reads, image.title)
  const witnesses = await findWitnesses(reads, image, await findSimilar(reads, words))
  const weights = new Map(words.map(({ word, weight }) => [word, weight]))
  return rankPlaces(weights, witnesses).slice(0, MAX_SUGGESTIONS)
}

interface Word {
  word: string
  spellings: string[]
  /** Titles that have it. */
  count: number
  weight: number
}

/** Weighs the words of a title: the fewer titles have one, the more. The rarest that is known comes first. */
async function weighWords(reads: Reads, title: string): Promise<Word[]> {
  const words = [...new Set(listTitleWords(title))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const { highestImage } = await readCatalogState(reads)
  const counted = await reads
    .selectFrom(countInPlacedTitles(words.flatMap(listSpellings)).as('counted'))
    .select(['word', 'count'])
    .execute()
  const counts = new Map(counted.map(({ word, count }) => [word, count]))
  return words
    .map((word) => {
      const spellings = listSpellings(word).filter((spelling) => counts.get(spelling))
      const count = spellings.reduce((total, spelling) => total + (counts.get(spelling) ?? 0), 0)
      return {
        word,
        spellings,
        count,
        weight: Math.max(0, Math.log((highestImage + 1) / (count + 0.5))),
      }
    })
    .toSorted((one, other) => one.count - other.count)
}

/** Finds ids of placed images that have one of the rarest words of a title, or two of them. */
async function findSimilar(reads: Reads, words: readonly Word[]): Promise<number[]> {
  const known = words.filter(({ count }) => count > 0)
  const rare = known.filter(({ count }) => count <= RARE)
  const common = known.filter(({ count }) => count > RARE)
  const pairs = [known, common].flatMap(([first, second]) =>
    first && second ? [selectTitledBoth(first.spellings, second.spellings, MAX_BY_PAIR)] : [],
  )
  const single = rare
    .slice(0, MAX_RARE)
    .map(({ spellings }) => selectTitled(spellings, MAX_BY_WORD))
  const found = await Promise.all(
    [...pairs, ...single].map((selection) =>
      reads.selectFrom(selection.as('found')).select('image_id').execute(),
    ),
  )
  return found.flat().map(({ image_id }) => image_id)
}

/** Reads the images that count, of these and of those beside the image. */
async function findWitnesses(
  reads: Reads,
  image: Unplaced,
  similar: readonly number[],
): Promise<Witness[]> {
  const beside = listBeside(image.id, NEIGHBORS)
  const rows = await reads
    .selectFrom('point_current as current')
    .innerJoin('image', 'image.id', 'current.image_id')
    .select([
      'image.id',
      'image.title',
      'current.latitude',
      'current.longitude',
      'current.collection_id',
    ])
    .where('current.image_id', 'in', inList([...new Set([...similar, ...beside])]))
    .where('current.image_id', '<>', image.id)
    .where('current.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .where((row) =>
      row.or([row('current.incorrect_count', '=', 0), row('current.correct_count', '>', 0)]),
    )
    .execute()
  const found = new Set(similar)
  return rows
    .map(({ collection_id, ...row }) => {
      const steps = Math.abs(row.id - image.id)
      const isBeside = steps <= NEIGHBORS && collection_id === image.collection_id
      return { ...row, steps: isBeside ? steps : null }
    })
    .filter(({ id, steps }) => steps !== null || found.has(id))
}
