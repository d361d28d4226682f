/** Kinds of map features, each drawn alike on all maps. */
export type MapKind =
  | 'sea'
  | 'land'
  | 'water'
  | 'green'
  | 'ground'
  | 'building'
  | 'street'
  | 'road'
  | 'path'
  | 'rail'
  | 'stream'
  | 'borders'
  | 'place'
  | 'spot'
  | 'none'

export interface MapProperties {
  /** Name of the layer of a vector tile. */
  layer?: string
  kind?: string
  class?: string
  name?: string
}

/** Layers of vector tiles in the schemas of Protomaps and of OpenMapTiles, by name. */
const LAYERS: Record<string, MapKind> = {
  earth: 'land',
  water: 'water',
  waterway: 'stream',
  landcover: 'ground',
  park: 'green',
  buildings: 'building',
  building: 'building',
  boundaries: 'borders',
  boundary: 'borders',
  places: 'place',
  place: 'place',
}

/** `kind` of Protomaps and `class` of OpenMapTiles. */
const ROADS: Record<string, MapKind> = {
  highway: 'road',
  motorway: 'road',
  trunk: 'road',
  primary: 'road',
  major_road: 'road',
  rail: 'rail',
  transit: 'rail',
  path: 'path',
  track: 'path',
  ferry: 'none',
}

const OPEN_GROUND = /park|wood|forest|grass|garden|cemetery|nature|meadow|golf|pitch/

/** Returns what a feature of a vector tile or of a GeoJSON map is. */
export function findKind({ layer, kind, class: group }: MapProperties): MapKind {
  if (layer === undefined) return (kind ?? 'none') as MapKind
  return findTileKind(layer, kind ?? group ?? '')
}

function findTileKind(layer: string, detail: string): MapKind {
  if (layer === 'roads' || layer === 'transportation') return ROADS[detail] ?? 'street'
  if (layer === 'landuse') return OPEN_GROUND.test(detail) ? 'green' : 'ground'
  return LAYERS[layer] ?? 'none'
}
