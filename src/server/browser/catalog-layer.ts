import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import { buffer, getCenter, getWidth } from 'ol/extent.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OpenLayersMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import { createPointStyle, createStyles, isArea, type Marks } from './catalog-style.ts'
import { createFailureNotice } from './map/failure-notice.ts'
import type { Place } from './map/place.ts'
import { parseBounds, toDegrees, WORLD } from './map/boxes.ts'
import { mergeClusters, type Cluster } from './map/merge-clusters.ts'
import { findTileZoom, listTiles, MAX_TILE_ZOOM } from './map/tile-addresses.ts'
import { createTileLoader } from './map/tile-loader.ts'

/** Pixels of a tile on the screen. */
const TILE_PIXELS = 512
/** Clusters closer than this, in pixels, are drawn as one. */
const MIN_DISTANCE = 40
/** Distance from the middle of a cluster, in pixels, within which its mark would hide other marks. */
const HIDDEN_DISTANCE = 16

/** A unit of the tiles of the highest zoom level, in meters. */
const SPOT = WORLD / 2 ** (MAX_TILE_ZOOM + 12)

/** The georeferences of the catalog on a map. */
export interface CatalogLayer {
  layer: VectorLayer<VectorSource<Feature>>
  /** Over it, the camera that is marked. */
  selection: VectorLayer<VectorSource<Feature>>
  /** Returns the zoom level of the tiles that are drawn, which is not that of the view while others load. */
  getTileZoom(this: void): number
  /** Marks a place, also one in a cluster, or none. */
  select(this: void, place: Place | null): void
  /** Shows or hides the areas of images from above. */
  showAreas(this: void, isShown: boolean): void
  /** Shows other tiles. */
  setTiles(this: void, template: string): void
}

/**
 * Creates the layer of the points, clusters and areas of a map.
 * @param tiles template of the address of the tiles
 */
export function createCatalogLayer(map: OpenLayersMap, tiles: string, marks: Marks): CatalogLayer {
  const styles = createStyles(marks)
  const source = new VectorSource<Feature>()
  const layer = new VectorLayer({
    source,
    style: (feature, resolution) => styles.styleFeature(feature, resolution),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  })
  const selected = new VectorSource<Feature>()
  const selection = new VectorLayer({
    source: selected,
    style: () => createPointStyle(true, false),
  })
  const show = (): void => showVisible()
  const frame = map.getTargetElement()?.parentElement
  const failure = createFailureNotice(frame, frame?.dataset.placesFailed, () => loader.retry())
  let loader = createTileLoader(tiles, show, failure)
  let shown: { tiles: string; zoom: number } | undefined
  let hasAreas = true
  map.on('moveend', show)

  /** Replaces all features once the tiles of this zoom level are loaded, so that nothing flickers. */
  function showVisible(): void {
    const z = findViewTileZoom(map)
    const visible = listTiles(z, map.getView().calculateExtent(map.getSize()))
    const loaded = visible.map((tile) => loader.get(tile))
    const features = loaded.flatMap((tile) => tile ?? [])
    const isComplete = !loaded.includes(undefined)
    const addresses = visible.join(' ')
    if (!isComplete || addresses === shown?.tiles) return
    shown = { tiles: addresses, zoom: z }
    source.clear(true)
    source.addFeatures(arrange(z, hasAreas ? features : features.filter((one) => !isArea(one))))
    const target = map.getTargetElement()
    if (target) target.dataset.shown = String(z)
  }
  return {
    layer,
    selection,
    getTileZoom: () => shown?.zoom ?? findViewTileZoom(map),
    select(place) {
      styles.select(place?.key)
      layer.changed()
      selected.clear()
      if (place?.key.startsWith('point'))
        selected.addFeature(new Feature(new Point(fromLonLat(getCenter(place.box)))))
    },
    showAreas(isShown) {
      hasAreas = isShown
      if (shown) shown.tiles = ''
      show()
    },
    setTiles(template) {
      failure.hide()
      loader = createTileLoader(template, show, failure)
      shown = undefined
      delete map.getTargetElement()?.dataset.shown
      show()
    },
  }
}

function findViewTileZoom(map: OpenLayersMap): number {
  return findTileZoom(map.getView().getZoom() ?? 0)
}

/** Draws what is close to a cluster, also on a neighboring tile, as a part of it. */
function arrange(z: number, features: readonly Feature[]): Feature[] {
  const isMark = (feature: Feature): boolean => feature.getGeometry() instanceof Point
  const pixel = WORLD / TILE_PIXELS / 2 ** z
  const reach = { clusters: MIN_DISTANCE * pixel, singles: HIDDEN_DISTANCE * pixel }
  const marks = features.filter(isMark).map(readMark)
  // Maps only enlarge the tiles of the highest zoom level.
  const merged = z === MAX_TILE_ZOOM ? marks : mergeClusters(marks, reach)
  return [...features.filter((feature) => !isMark(feature)), ...merged.map(drawMark)]
}

interface Mark extends Cluster {
  feature: Feature
}

function readMark(feature: Feature): Mark {
  const place = feature.getGeometry()?.getExtent() ?? []
  const [x = 0, y = 0] = getCenter(place)
  const { count = 1, bounds } = feature.getProperties()
  // Members of a cluster without a box have the same position.
  const spot = toDegrees(buffer(place, count > 1 ? SPOT / 2 : 0))
  const box = typeof bounds === 'string' ? parseBounds(bounds) : spot
  return { feature, count, x, y, kind: isArea(feature) ? 'areas' : 'points', box }
}

function drawMark(mark: Cluster | Mark): Feature {
  const { x, y, count, kind, box } = mark
  if (count === 1 && 'feature' in mark) return mark.feature
  const canBeResolved = getWidth(box) > (360 * 2 * SPOT) / WORLD
  return new Feature({ geometry: new Point([x, y]), count, kind, box, canBeResolved })
}
