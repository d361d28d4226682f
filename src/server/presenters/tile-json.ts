import type { TileJson } from '../../core/contract/tile.ts'
import type { ContributionsLicense } from '../../core/config/contributions-license.ts'
import { html } from '../../core/base/html.ts'
import { MAX_ZOOM } from '../../core/model/tiles/tile.ts'
import type { Links } from '../http/links.ts'

const PLACED = {
  id: 'Id of the georeference.',
  year: 'Year in the middle of the date; absent if there is none.',
  confidence: 'low, medium or high.',
  verdict: 'unchecked, confirmed, disputed or refuted.',
}

const COUNTED = {
  count: 'Number of georeferences.',
  year_from: 'Lowest year of the georeferences; absent if no date is known.',
  year_to: 'Highest year of the georeferences; absent if no date is known.',
  bounds: 'Box of the georeferences, for in_bbox; absent at zoom level 14.',
}

const EVERY_ZOOM = { minzoom: 0, maxzoom: MAX_ZOOM }

const LAYERS: TileJson['vector_layers'] = [
  {
    id: 'points',
    description: 'Camera positions of single images.',
    ...EVERY_ZOOM,
    fields: {
      ...PLACED,
      direction: 'Viewing direction in whole degrees clockwise from north; absent if unknown.',
    },
  },
  {
    id: 'clusters',
    description: 'Several camera positions, at their mean.',
    ...EVERY_ZOOM,
    fields: COUNTED,
  },
  {
    id: 'areas',
    description:
      'Areas of from-above images as polygons; small ones as points with the properties of single images or of clusters.',
    ...EVERY_ZOOM,
    fields: { ...PLACED, ...COUNTED },
  },
]

interface TileJsonContent {
  siteName: string
  /** Template of the address of a tile. */
  tiles: string
  license: ContributionsLicense | null
}

export function presentTileJson(
  links: Links,
  { siteName, tiles, license }: TileJsonContent,
): TileJson {
  return {
    tilejson: '3.0.0',
    name: siteName,
    tiles: [tiles],
    ...(license && { attribution: presentAttribution(links, siteName, license) }),
    ...EVERY_ZOOM,
    bounds: [-180, -85.0511, 180, 85.0511],
    vector_layers: LAYERS,
  }
}

function presentAttribution(links: Links, siteName: string, license: ContributionsLicense): string {
  const { permalink, display_name: name } = license
  const site = html`<a href="${links.base('/')}">${siteName}</a>`
  return html`${site}, <a href="${permalink}">${name}</a>`.text
}
