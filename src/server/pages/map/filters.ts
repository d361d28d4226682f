import { IMAGE_FILTERS, PLACEMENT_FILTERS } from '../images/filters.ts'

/** Filters of the map: those of the list of images and of their georeferences. All images on the map have a place. */
export const MAP_FILTERS = [
  ...IMAGE_FILTERS.filter((name) => name !== 'georeferenced'),
  ...PLACEMENT_FILTERS,
  'ordering',
] as const
