import { column } from '../../database/expressions.ts'
import { isAnyOf } from '../../database/sql.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { InViewQuery, InViewSearch } from './in-view-search.ts'
import type {
  SemanticPage,
  SemanticQuery,
  SemanticSearch,
  SimilarQuery,
} from './semantic-search.ts'
import type { TextPage, TextQuery, TextSearch } from './text-search.ts'

/**
 * One page of a text search, each image with its similarity. Images that are no longer public when they are read are
 * left out.
 * @param client identifies the client, whose searches run one after the other
 * @param signal stops the search
 * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
 */
export async function searchText(
  { reads, textSearch }: { reads: Reads; textSearch: TextSearch },
  query: TextQuery,
  client: string,
  signal: AbortSignal,
) {
  return await joinImages(reads, await textSearch.find(query, client, signal))
}

/**
 * One page of a semantic search, each image with its similarity. Images that are no longer public when they are read
 * are left out.
 * @param client identifies the client, of which only a few searches may wait
 * @throws CatalogError kind `unavailable` without a model, or if the search takes too long or too many wait
 */
export async function searchSemantic(
  { reads, semanticSearch }: { reads: Reads; semanticSearch: SemanticSearch },
  query: SemanticQuery,
  client: string,
  signal: AbortSignal,
) {
  return await joinImages(reads, await semanticSearch.find(query, client, signal))
}

/**
 * One page of the images that are similar to an image, like `searchSemantic`.
 * @throws CatalogError kind `not_found` if it is unknown or not public, `conflict` if it has no embedding yet
 */
export async function searchSimilar(
  { reads, semanticSearch }: { reads: Reads; semanticSearch: SemanticSearch },
  query: Omit<SimilarQuery, 'duplicateOf'>,
  client: string,
  signal: AbortSignal,
) {
  const [image] = await findPublicImage(reads, { id: query.imageId })
  if (!image) throw notFound('Image not found.')
  const similar = { ...query, duplicateOf: image.duplicate_of }
  return await joinImages(reads, await semanticSearch.findSimilar(similar, client, signal))
}

/** One page of an in-view search, each image with its distance and its newest point georeference. */
export async function searchInView(
  { reads, inView }: { reads: Reads; inView: InViewSearch },
  query: InViewQuery,
) {
  const { hits, ...page } = await inView.find(query)
  const ids = hits.map((hit) => hit.georeferenceId)
  const images = await findGeoreferencedImages(reads, { ids: JSON.stringify(ids) })
  return { rows: joinHits(hits, images), ...page }
}

export type InViewSearchRow = Awaited<ReturnType<typeof searchInView>>['rows'][number]

/** Reads the images of a page. Those that are no longer public are left out. */
export async function joinImages(reads: Reads, { hits, count }: TextPage | SemanticPage) {
  const ids = hits.map((hit) => hit.imageId)
  const images = await findImages(reads, { ids: JSON.stringify(ids) })
  return { rows: joinHits(hits, images), count }
}

/** A page of images with their similarities. */
export type RankedPage = Awaited<ReturnType<typeof joinImages>>

export type RankedRow = RankedPage['rows'][number]

const findPublicImage = preparedQuery((reads: Reads, { id }: Params<{ id: number }>) =>
  reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select('image.duplicate_of')
    .where('image.id', '=', id)
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1),
)

const findImages = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  selectPublicImages(reads).where(isAnyOf(column('image.id'), ids)),
)

const findGeoreferencedImages = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  selectPublicImages(reads)
    .innerJoin('georeference as georef', 'georef.image_id', 'image.id')
    .select(['georef.latitude', 'georef.longitude', 'georef.direction', 'georef.confidence'])
    .where(isAnyOf(column('georef.id'), ids)),
)

function selectPublicImages(reads: Reads) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'image.title', 'image.original_date', 'image.edtf_date'])
    .select(['image.file_version', 'image.file_type', 'image.collection_id'])
    .select(['image.generation', 'image.generation_corrected', 'image.generation_of'])
    .select(['collection.name as collection_name', 'collection.slug as collection_slug'])
    .select('source.name as source_name')
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .where('image.duplicate_of', 'is', null)
}

/** Adds the row of its image to each hit. Hits without a row are skipped. */
function joinHits<Hit extends { imageId: number }, Row extends { id: number }>(
  hits: readonly Hit[],
  rows: readonly Row[],
): (Row & Hit)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return hits.flatMap((hit) => {
    const row = byId.get(hit.imageId)
    return row ? [{ ...row, ...hit }] : []
  })
}
