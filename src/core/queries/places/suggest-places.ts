import type { Reads } from '../../database/store.ts'
import { selectDistinctPlaces } from '../../model/placing/distinct-places.ts'
import { listBeside } from '../../model/placing/list-beside.ts'
import { rankPlaces } from '../../model/placing/rank-places.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'
import { findOutlinedSubjects, type OutlinedSubject } from '../subjects/outlined-subjects.ts'
import { findPlaced } from './placed-images.ts'
import { findSimilarTitles } from './similar-titles.ts'
import { findStatedPlaces } from './stated-places.ts'

/** An image that waits for its place. */
export interface Unplaced {
  id: number
  title: string
  collection_id: number
}

/** Images before and after one that are likely to show the same place. */
const NEIGHBORS = 6
/** A camera rarely stands on its subject, but an outline says more than the next image in the collection. */
const SUBJECT_SCORE = 0.4

/**
 * Suggests places for images: those of placed images that share rare words of their titles, or stand beside them in their
 * collection, outlines of their subjects, and positions that their files state. Only public images count as evidence, and no placement that was only called
 * incorrect. Asks as many statements for many images as for one.
 * @returns the most likely places first, by image
 */
export async function suggestPlaces(
  reads: Reads,
  images: readonly Unplaced[],
): Promise<ReadonlyMap<number, SuggestedPlace[]>> {
  if (images.length === 0) return new Map()
  const ids = images.map(({ id }) => id)
  const [ranked, outlined, stated] = await Promise.all([
    rankByWitnesses(reads, images),
    findOutlinedSubjects(reads, ids),
    findStatedPlaces(reads, ids),
  ])
  return new Map(
    images.map(({ id }, index) => {
      const subjects = (outlined.get(id) ?? []).map(toPlace)
      const places = [...(ranked[index] ?? []), ...subjects, ...(stated.get(id) ?? [])]
      return [id, selectDistinctPlaces(places)]
    }),
  )
}

/** Ranks the places of images with similar titles, and of those beside each in its collection. */
async function rankByWitnesses(
  reads: Reads,
  images: readonly Unplaced[],
): Promise<SuggestedPlace[][]> {
  const similar = await findSimilarTitles(
    reads,
    images.map(({ title }) => title),
  )
  const beside = images.map(({ id }) => listBeside(id, NEIGHBORS))
  const rows = await findPlaced(reads, [
    ...similar.flatMap(({ ids }) => [...ids]),
    ...beside.flat(),
  ])
  const placed = new Map(rows.map((row) => [row.id, row]))
  return images.map((image, index) => {
    const { weights = new Map<string, number>(), ids = [] } = similar[index] ?? {}
    const near = (beside[index] ?? []).filter(
      (id) => placed.get(id)?.collection_id === image.collection_id,
    )
    const witnesses = [...new Set([...ids, ...near])].flatMap((id) => {
      const row = id === image.id ? undefined : placed.get(id)
      return row ? [{ ...row, steps: near.includes(id) ? Math.abs(id - image.id) : null }] : []
    })
    return rankPlaces(weights, witnesses)
  })
}

function toPlace({ middle, radius, ...subject }: OutlinedSubject): SuggestedPlace {
  return {
    ...middle,
    radius,
    score: SUBJECT_SCORE,
    reason: 'subject',
    images: [],
    subject,
    entry: null,
    direction: null,
  }
}
