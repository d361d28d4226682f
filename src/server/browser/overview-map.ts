import { createCatalogMap, type CatalogMapAttributes } from './catalog-map.ts'
import { findSpot } from './map-marks.ts'

/** Shows some images of the catalog on a small map in the element. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: CatalogMapAttributes = frame.dataset
  const { pictures = '' } = attributes
  await createCatalogMap(frame, attributes, {
    fillsWindow: false,
    openCluster: (feature) => location.assign(withBox(pictures, findSpot(feature))),
  })
}

function withBox(pictures: string, box: string): string {
  const { pathname, search } = new URL(pictures)
  const url = new URL(pathname + search, location.origin)
  url.searchParams.set('in_bbox', box)
  return url.href
}
