import { plural } from './plural.ts'

/** The map of the images, and the list beside it. */
export const map = {
  title: 'Map',
  inView: (count: number) => `${plural(count, { one: 'image', other: 'images' })} in view`,
  nothingInView: 'No images here. Move the map, or zoom out.',
  partTitle: 'Images on a part of the map',
  back: 'Back to the map',
  link: 'Link to this view',
  copied: 'The link was copied.',
  asList: 'All of these images as a list',
  onMap: 'Show on the map',
  overview: 'Map of these images',
  open: 'Open the map',
  reset: 'Show all images',
  close: 'Close',
  failed: 'The images could not be loaded. Move the map to try again.',
  noScripts: 'The map needs JavaScript. The list shows the same images.',
  none: 'No images on the map match these filters.',
  empty: 'No images have been placed on the map yet.',
}
