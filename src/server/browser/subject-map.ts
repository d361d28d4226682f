import { createCatalogMap, type CatalogMapAttributes } from './catalog-map.ts'
import { createOutlineLayer } from './outline.ts'
import { createWatchedLayer } from './watched-layer.ts'

/** The `data-…` attributes of the map. */
interface SubjectAttributes extends CatalogMapAttributes {
  /** The address of the GeoJSON of the outline, if there is one. */
  outline?: string
  outlineFailed?: string
}

/** Shows a map with the outline of a subject and the cameras of its pictures in the element. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: SubjectAttributes = frame.dataset
  const { outline, outlineFailed: text } = attributes
  const load = () => createOutlineLayer(outline ?? '')
  await createCatalogMap(frame, attributes, {
    fillsWindow: false,
    ...(outline !== undefined && { under: createWatchedLayer(frame, { load, text }).layer }),
  })
}
