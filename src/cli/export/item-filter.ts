import type { Api } from '../client/api.ts'
import { createBoxFilter } from './box-filter.ts'
import type { Feature } from './layer.ts'
import { findSource, readLayer } from './source/read-layer.ts'
import type { Selection } from './source/resource.ts'

/** Filters of images that the lists of georeferences have, too. */
const SHARED = ['source', 'collection', 'subject', 'year_min', 'year_max'] as const

/**
 * Returns the part of a selection that the instance does not filter itself: subjects by the extent of their outlines,
 * and images by the positions of their georeferences.
 */
export async function createItemFilter(
  api: Api,
  { layer, filters, box }: Selection,
): Promise<(feature: Pick<Feature, 'id' | 'geometry'>) => boolean> {
  if (box === undefined || layer === 'georeferences' || layer === 'areas') return () => true
  if (layer === 'subjects') {
    const isInBox = createBoxFilter(box)
    return ({ geometry }) => isInBox(geometry)
  }
  const images = await findImagesInBox(api, filters, box)
  return ({ id }) => images.has(id)
}

async function findImagesInBox(
  api: Api,
  filters: Selection['filters'],
  box: string,
): Promise<Set<number>> {
  const shared = SHARED.flatMap((name) =>
    filters[name] === undefined ? [] : [[name, filters[name]] as const],
  )
  const images = new Set<number>()
  for (const layer of ['georeferences', 'areas'] as const) {
    const source = await findSource(api, { layer, filters: Object.fromEntries(shared), box })
    const silent = { withImage: false, onItems: () => {}, log: () => {} }
    for await (const items of readLayer(api, source, silent)) {
      for (const { properties } of items) {
        images.add(Number((properties as Record<string, unknown> | undefined)?.['image_id']))
      }
    }
  }
  return images
}
