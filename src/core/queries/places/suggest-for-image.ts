import type { Reads } from '../../database/store.ts'
import { selectDistinctPlaces } from '../../model/placing/distinct-places.ts'
import type { SuggestedPlace } from '../../model/placing/suggested-place.ts'
import type { Lists } from '../lists/lists.ts'
import type { SemanticSearch } from '../searches/semantic-search.ts'
import { findLookalikes, type SearchClient } from './lookalikes.ts'
import { findPlacesInTexts } from './named-places.ts'
import { findNewestPoint } from './newest-point.ts'
import { suggestPlaces, type Unplaced } from './suggest-places.ts'

/** An image with what searches need. */
export interface DescribedImage extends Unplaced {
  description: string | null
  duplicate_of: number | null
}

/**
 * Suggests places for one image: as `suggestPlaces`, and entries of gazetteers that its texts name, and placed images that
 * look like it.
 * @returns the most likely places first
 */
export async function suggestPlacesFor(
  catalog: { reads: Reads; lists: Pick<Lists, 'ask'>; semanticSearch: SemanticSearch },
  image: DescribedImage,
  client: SearchClient,
): Promise<SuggestedPlace[]> {
  const suggested = suggestPlaces(catalog.reads, [image]).then(
    (places) => places.get(image.id) ?? [],
  )
  const findNear = async () => {
    const [first] = await suggested
    return first ?? (await findNewestPoint(catalog, image.collection_id))
  }
  const [places, named, alike] = await Promise.all([
    suggested,
    findPlacesInTexts(catalog.reads, [image.title, image.description ?? ''], findNear),
    findLookalikes(catalog, image, client),
  ])
  return selectDistinctPlaces([...places, ...named, ...alike])
}
