import type { Size } from './full-image.ts'
import type { ImagePlan } from './image-plan.ts'
import { findTileIndex } from './pyramid.ts'

/** Finds the position of the stored tile that answers a request; undefined if the image must be rendered. */
export function findStoredTile(image: Size, plan: ImagePlan): number | undefined {
  return isStoredForm(plan) ? findTileIndex(image, plan) : undefined
}

/** Tiles are stored as upright JPEGs in color. */
function isStoredForm({ rotation, quality, format }: ImagePlan): boolean {
  return !rotation.mirror && rotation.degrees === 0 && quality === 'default' && format === 'jpg'
}
