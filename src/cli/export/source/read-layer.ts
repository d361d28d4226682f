import { z } from 'zod'
import type { Api } from '../../api.ts'
import { readFeatures } from '../../features.ts'
import { mapInOrder } from '../../map-in-order.ts'
import type { Item, LayerName } from '../layer.ts'
import { readExportStream } from './export-stream.ts'
import { addImage, fetchImage } from './image-details.ts'
import { readListPages, type PageProgress } from './list-pages.ts'
import { addOutline } from './outlines.ts'
import { buildPath, getParameters, RESOURCES, type Selection } from './resource.ts'

/** Extension of the API, as named in `Catalog-Features`. */
const EXPORT = 'export'

/** Concurrent requests for details and outlines. */
const CONCURRENCY = 4

/** How a layer can be read. */
export interface Source extends Selection {
  /** Number of items before it is read. */
  count: number
  /** Whether the instance has an export endpoint. */
  hasExport: boolean
}

const head = z.object({ count: z.int().nonnegative() })

/**
 * Asks the instance how many items a selection has, and whether it can export them.
 * @throws CatalogError kind `invalid` if the instance rejects a filter
 */
export async function findSource(api: Api, selection: Selection): Promise<Source> {
  let hasExport = false
  const path = buildPath(RESOURCES[selection.layer].path, getParameters(selection), {
    page_size: '1',
  })
  const { count } = await api.get(path, head, (response) => {
    hasExport = readFeatures(response).includes(EXPORT)
  })
  return { ...selection, count, hasExport }
}

/** Reads the items of a layer by ascending id, in batches. */
export function readLayer(
  api: Api,
  source: Source,
  { withImage, ...progress }: PageProgress & { withImage: boolean },
): AsyncIterable<readonly Item[]> {
  const { layer, hasExport } = source
  const isGeoreference = layer === 'georeferences' || layer === 'areas'
  const sendsImage = withImage && isGeoreference && hasExport
  const items = hasExport
    ? readExportStream(api, source, { withImage: sendsImage, onItems: progress.onItems })
    : readListPages(api, source, progress)
  const complete = sendsImage ? undefined : findCompletion(api, layer, withImage)
  return complete ? mapEach(items, complete) : items
}

/** Returns how to add what neither the lists nor the export endpoint contain. */
function findCompletion(
  api: Api,
  layer: LayerName,
  withImage: boolean,
): ((item: Item) => Promise<Item>) | undefined {
  if (layer === 'subjects') return (subject) => addOutline(api, subject)
  if (!withImage) return undefined
  return layer === 'images' ? ({ id }) => fetchImage(api, id) : (item) => addImage(api, item)
}

async function* mapEach(
  batches: AsyncIterable<readonly Item[]>,
  map: (item: Item) => Promise<Item>,
): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) {
    const items: Item[] = []
    for await (const item of mapInOrder(batch, CONCURRENCY, map)) items.push(item)
    yield items
  }
}
