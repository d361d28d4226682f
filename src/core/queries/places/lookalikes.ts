import { CatalogError, type ErrorKind } from '../../base/errors.ts'
import type { Reads } from '../../database/store.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'
import type { SemanticSearch } from '../searches/semantic-search.ts'
import { findPlaced } from './placed-images.ts'

/** Placed pictures that are compared. */
const MAX_PICTURES = 3
/** The least cosine of the embeddings of two pictures that may show the same place. */
const ALIKE = 0.85
/** The score of a picture with an equal embedding. */
const SCORE = 0.6
/** Suggestions do not wait longer, in milliseconds. */
const MAX_WAIT = 250

/** Kinds of errors after which there are no suggestions by pictures. */
const EXPECTED: readonly ErrorKind[] = ['unavailable', 'busy', 'rate_limited', 'conflict']

/** Client for whom a search runs. */
export interface SearchClient {
  /** Identifies the client, of which only a few searches may wait. */
  address: string
  /** Stops searches when the client is gone. */
  signal: AbortSignal
}

/**
 * Finds placed images whose pictures look like that of an image.
 * @returns nothing without a usable model or an embedding of the image, and if the search takes too long
 */
export async function findLookalikes(
  { reads, semanticSearch }: { reads: Reads; semanticSearch: SemanticSearch },
  image: { id: number; duplicate_of: number | null },
  { address, signal }: SearchClient,
): Promise<SuggestedPlace[]> {
  const timeout = AbortSignal.timeout(MAX_WAIT)
  const query = {
    imageId: image.id,
    duplicateOf: image.duplicate_of,
    filter: { georeferenced: true },
    page: { number: 1, size: MAX_PICTURES },
  }
  const either = AbortSignal.any([signal, timeout])
  const hits = await semanticSearch.findSimilar(query, address, either).then(
    (page) => page.hits.filter(({ similarity }) => similarity >= ALIKE),
    (error: unknown) => {
      if (timeout.aborted || isExpected(error)) return []
      throw error
    },
  )
  const placed = await findPlaced(
    reads,
    hits.map(({ imageId }) => imageId),
  )
  return hits.flatMap(({ imageId, similarity }) => {
    const found = placed.find(({ id }) => id === imageId)
    if (!found) return []
    const { id, title, latitude, longitude } = found
    return [
      {
        latitude,
        longitude,
        radius: 25,
        score: SCORE * Math.min(1, similarity),
        reason: 'looks_like',
        images: [{ id, title }],
        subject: null,
        entry: null,
        direction: null,
      },
    ]
  })
}

function isExpected(error: unknown): boolean {
  return error instanceof CatalogError && EXPECTED.includes(error.kind)
}
