import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import { createGeoJsonLayer } from './basemap/geojson.ts'
import { createGrid, createGround } from './basemap/ground.ts'
import { createWorldLayers } from './basemap/world.ts'

/** The `data-…` attributes of a map's element, as the server's `renderMapFrame` writes them. */
export interface BasemapAttributes {
  /** The kind: `natural-earth`, `geojson`, `pmtiles`, `xyz` or `style`. */
  basemap?: string
  /** The template of the tiles, the style or the file. */
  basemapUrl?: string
  /** TopoJSON of the land and the borders, for small scales. */
  world?: string
  /** The same in more detail. */
  coasts?: string
}

/**
 * Creates the layers that lie under the contents of a map, in Web Mercator. Code for PMTiles and styles is loaded only
 * if they are used.
 * @throws Error if the basemap cannot be read
 */
export async function createBasemap(attributes: BasemapAttributes): Promise<BaseLayer[]> {
  const { basemap, basemapUrl = '', world = '', coasts = '' } = attributes
  const afar = createWorldLayers(world, coasts)
  switch (basemap) {
    case 'xyz':
      return [new TileLayer({ className: 'foreign-map', source: new XYZ({ url: basemapUrl }) })]
    case 'style': {
      const { createStyleLayer } = await import('./basemap/style.ts')
      return [await createStyleLayer(basemapUrl)]
    }
    case 'pmtiles': {
      const { createPmtilesLayer } = await import('./basemap/pmtiles.ts')
      return [createGround(), ...afar, await createPmtilesLayer(basemapUrl)]
    }
    case 'geojson':
      return [createGrid(), ...afar, createGeoJsonLayer(basemapUrl)]
    default:
      return [createGrid(), ...afar]
  }
}
