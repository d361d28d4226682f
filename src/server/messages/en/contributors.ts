import { plural } from './plural.ts'

/** The page of a contributor. */
export const contributors = {
  former: 'Former contributor',
  points: 'Camera positions',
  areas: 'Areas from above',
  current: 'Placed images',
  currentHint: 'The images whose latest position is from this person, newest first.',
  currentAreas: 'Images from above',
  none: 'Others have since placed all of these images again.',
  title: 'Contributors',
  introduction: 'The people who placed images on the map.',
  noneYet: 'No image has been placed yet.',
  order: 'Order',
  byName: 'By name',
  byCount: 'Most images first',
  placements: (count: number) => plural(count, { one: 'placement', other: 'placements' }),
}
