import { loadOutlineLayer } from './outline.ts'
import { showPlaceMap } from './place-map.ts'

/** Shows a map with the outline of a subject in the element. `data-outline` is the address of its GeoJSON. */
export async function enhance(frame: HTMLElement): Promise<void> {
  await showPlaceMap(frame, await loadOutlineLayer(frame.dataset.outline ?? ''))
}
