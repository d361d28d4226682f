import { IMAGE_FILTERS } from '../images/filters.ts'

/** Filters of the map: those of the list of images and who placed them. All images on the map have a place. */
export const MAP_FILTERS = [
  ...IMAGE_FILTERS.filter((name) => name !== 'georeferenced'),
  'georeferenced_by',
  'ordering',
] as const
