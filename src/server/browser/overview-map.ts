import { createCatalogMap, type CatalogMapAttributes } from './catalog-map.ts'

/** Shows some images of the catalog on a small map in the element. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: CatalogMapAttributes = frame.dataset
  await createCatalogMap(frame, attributes, { fillsWindow: false })
}
