import type { LayerName } from '../../export/layer.ts'
import type { FilterName } from '../../options/filter-options.ts'

const IMAGE_FILTERS = ['source', 'collection', 'subject', 'yearMin', 'yearMax'] as const
const GEOREFERENCE_FILTERS = [
  'image',
  ...IMAGE_FILTERS,
  'confidence',
  'verdict',
  'georeferencedBy',
] as const

/** The filters of each layer. The program itself applies `bbox` to images and subjects. */
export const LAYER_FILTERS: Record<LayerName, readonly FilterName[]> = {
  georeferences: [...GEOREFERENCE_FILTERS, 'bbox'],
  areas: [...GEOREFERENCE_FILTERS, 'bbox'],
  images: [...IMAGE_FILTERS, 'creator', 'georeferenced', 'fromAbove', 'bbox'],
  subjects: ['slug', 'bbox'],
}

/** The filters that more than one layer has. */
export const COMMON_FILTERS: readonly FilterName[] = [...IMAGE_FILTERS, 'bbox']
