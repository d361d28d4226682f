export const GEOREFERENCE_STATUSES = [
  'available',
  'georeferenced',
  'duplicate',
  'will_not_georef',
] as const
export type GeoreferenceStatus = (typeof GEOREFERENCE_STATUSES)[number]

/** The columns that determine the status of an image. */
export interface StatusFacts {
  duplicate_of: number | null
  will_not_georef: 0 | 1
  /** Time of the newest georeference of the kind that counts for this image. */
  last_georeferenced_at: number | null
}

/** Returns the first status that applies. A from-above image needs an area, any other image a point. */
export function findGeoreferenceStatus(image: StatusFacts): GeoreferenceStatus {
  if (image.duplicate_of !== null) return 'duplicate'
  if (image.will_not_georef === 1) return 'will_not_georef'
  return image.last_georeferenced_at === null ? 'available' : 'georeferenced'
}
