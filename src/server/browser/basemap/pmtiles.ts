import MVT from 'ol/format/MVT.js'
import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import type RenderFeature from 'ol/render/Feature.js'
import ImageTile from 'ol/source/ImageTile.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import type Tile from 'ol/Tile.js'
import TileState from 'ol/TileState.js'
import VectorTile from 'ol/VectorTile.js'
import { PMTiles, TileType, type Header } from 'pmtiles'
import { styleMapFeature } from './map-style.ts'

/** Tiles in one file (PMTiles version 3): pictures, or vectors in the schema of Protomaps or OpenMapTiles. */
export async function createPmtilesLayer(url: string): Promise<BaseLayer> {
  const file = new PMTiles(new URL(url, location.href).href)
  const header = await file.getHeader()
  if (header.tileType !== TileType.Mvt)
    return new TileLayer({ className: 'foreign-map', source: createPictures(file, header) })
  const source = createVectors(file, header)
  return new VectorTileLayer({ source, style: styleMapFeature, declutter: true })
}

function createPictures(file: PMTiles, { minZoom, maxZoom }: Header): ImageTile {
  return new ImageTile({
    minZoom,
    maxZoom,
    async loader(z, x, y) {
      const tile = await file.getZxy(z, x, y)
      return tile ? createImageBitmap(new Blob([tile.data])) : new OffscreenCanvas(1, 1)
    },
  })
}

function createVectors(file: PMTiles, { minZoom, maxZoom }: Header): VectorTileSource {
  return new VectorTileSource({
    format: new MVT(),
    minZoom,
    maxZoom,
    tileUrlFunction: ([z, x, y]) => `${z}/${x}/${y}`,
    tileLoadFunction(tile, name) {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
      loadVectors(tile, () => file.getZxy(z, x, y))
    },
  })
}

function loadVectors(tile: Tile, read: () => Promise<{ data: ArrayBuffer } | undefined>): void {
  if (!(tile instanceof VectorTile)) return
  const vectors = tile as VectorTile<RenderFeature>
  vectors.setLoader(async (extent, _resolution, featureProjection) => {
    try {
      const found = await read()
      const options = { extent, featureProjection }
      const features = found ? new MVT().readFeatures(found.data, options) : []
      vectors.setFeatures(features)
      return features
    } catch {
      vectors.setState(TileState.ERROR)
      return []
    }
  })
}
