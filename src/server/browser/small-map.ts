import { createPlacementLayer } from './placement.ts'
import { showPlaceMap } from './place-map.ts'

/** Shows a map with the place of one image in the element. */
export async function enhance(frame: HTMLElement): Promise<void> {
  await showPlaceMap(frame, createPlacementLayer(frame.dataset))
}
