import { plural } from './plural.ts'

/** The page on which staff order the images of a collection and change several. */
export const imageBatch = {
  title: 'Order and change images',
  introduction: 'Images are shown in the order of the collection, 50 a page.',
  changed: (count: number) => `Changed ${plural(count, { one: 'image', other: 'images' })}.`,
  select: 'Select',
  place: 'Place on this page',
  notPlaced: 'will not be placed',
  order: 'Order',
  orderHint:
    'Number the images as they should follow each other. With 2.5, one comes between the second and the third.',
  saveOrder: 'Save the order',
  which: 'Which images',
  onlySelected: 'Only the selected images',
  allOnPage: (count: number) => `All ${count} images on this page`,
  allOfCollection: (count: number) => `All ${count} images of the collection`,
  close: 'Will not be placed on the map',
  open: 'Can be placed on the map',
  moveTo: 'Number of another collection',
  moveHint: 'Images in a collection that is not public are hidden.',
  move: 'Move to that collection',
}
