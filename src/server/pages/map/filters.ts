import { IMAGE_FILTERS, PLACEMENT_FILTERS } from '../images/filters.ts'

/** Filters of the map: words, and those of the list of images and of their georeferences. All images on the map have a place. */
export const MAP_FILTERS = [
  'q',
  ...IMAGE_FILTERS.filter((name) => name !== 'georeferenced'),
  ...PLACEMENT_FILTERS,
  'ordering',
] as const

/** Changes of the address of the map after which only its filters are left. */
export const FILTERS_ONLY = {
  map: null,
  corner: null,
  layer: null,
  in_bbox: null,
  lang: null,
} as const
