import { createPlacementLayer } from './placement.ts'
import { showPlaceMap } from './place-map.ts'

/** Shows a map with the place of one image in the element. */
export function enhance(frame: HTMLElement): void {
  showPlaceMap(frame, createPlacementLayer(frame.dataset))
}
