import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { readFeatures } from '../../client/features.ts'
import { readLicenseLink } from '../../client/license-link.ts'
import { mapInOrder } from '../../client/map-in-order.ts'
import type { Item, LayerName } from '../layer.ts'
import { readExportStream } from './export-stream.ts'
import { addImage, fetchImage } from './image-details.ts'
import { readListPages, type PageProgress } from './list-pages.ts'
import { addOutline } from './outlines.ts'
import { buildPath, getParameters, RESOURCES, type Selection } from './resource.ts'
import { openSpool } from './spool.ts'

/** Extension of the API, as named in `Catalog-Features`. */
const EXPORT = 'export'

/** Concurrent requests for details and outlines. */
const CONCURRENCY = 4

/** Layer of an instance, with its size and the support for reading it. */
export interface Source extends Selection {
  /** Number of items before it is read. */
  count: number
  /** Whether the instance has an export endpoint. */
  hasExport: boolean
  /** Address of the license of the layer; undefined if the instance names none. */
  license: string | undefined
}

const head = z.object({ count: z.int().nonnegative() })

/**
 * Asks the instance how many items a selection has, and whether it can export them.
 * @throws CatalogError kind `invalid` if the instance rejects a filter
 */
export async function findSource(api: Api, selection: Selection): Promise<Source> {
  let hasExport = false
  let license: string | undefined
  const path = buildPath(RESOURCES[selection.layer].path, getParameters(selection), {
    page_size: '1',
  })
  const { count } = await api.get(path, head, (response) => {
    hasExport = readFeatures(response).includes(EXPORT)
    license = readLicenseLink(response)
  })
  return { ...selection, count, hasExport, license }
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
  const complete = sendsImage ? undefined : findCompletion(api, layer, withImage)
  const reading = complete ? { ...progress, onItems: () => {} } : progress
  const items = hasExport
    ? readExportStream(api, source, { withImage: sendsImage, onItems: reading.onItems })
    : readListPages(api, source, reading)
  if (!complete) return items
  return completeItems(hasExport ? spoolItems(items) : items, complete, progress.onItems)
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

/** Reads all items before the first one is used, because an instance ends exports that take long. */
async function* spoolItems(
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  using spool = openSpool()
  for await (const items of batches) spool.add(items)
  yield* spool.read()
}

async function* completeItems(
  batches: AsyncIterable<readonly Item[]>,
  complete: (item: Item) => Promise<Item>,
  onItems: (count: number) => void,
): AsyncGenerator<readonly Item[]> {
  const completeIfFound = (item: Item): Promise<Item> =>
    complete(item).catch((error) => keepIfDeleted(item, error))
  let count = 0
  for await (const batch of batches) {
    const items: Item[] = []
    for await (const item of mapInOrder(batch, CONCURRENCY, completeIfFound)) {
      items.push(item)
      onItems((count += 1))
    }
    yield items
  }
}

/** Returns the item as it was in the list if it has been deleted since. */
function keepIfDeleted(item: Item, error: unknown): Item {
  if (error instanceof CatalogError && error.kind === 'not_found') return item
  throw error
}
