import { IMAGE_FILTERS } from '../images/filters.ts'

/** Filters of the map: those of the list of images, but all of its images have a place. */
export const MAP_FILTERS = [
  ...IMAGE_FILTERS.filter((name) => name !== 'georeferenced'),
  'ordering',
] as const
