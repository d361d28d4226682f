import type Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type OpenLayersMap from 'ol/Map.js'
import { createCatalogLayer } from '../catalog-layer.ts'
import { clusterRadius, isArea, POINT_RADIUS } from '../catalog-style.ts'
import { fetchPage, toSameOrigin } from '../fetch-page.ts'
import { createStatus, zoomTo } from '../map-marks.ts'
import { distanceBetween, formatPosition, type MapPoint } from './aim.ts'
import { toPoint, toPosition } from './map-point.ts'
import { createNearCard } from './near-card.ts'

/** Opacity of the marks of other images, which tells them from the editor's own. */
const OPACITY = 0.6

/** The `data-…` attributes of an editor that shows other placed images. */
export interface NeighborAttributes {
  /** Template of the address of the tiles. */
  tiles?: string
  /** Address of the page of placed images near a position. */
  near?: string
  /** Id of the newest placement of the image itself, which is no neighbor. */
  own?: string
  /** Whether clicks on clusters draw, because areas are larger than the distances between cameras. */
  singleMarks?: string
  cone?: string
  language?: string
  close?: string
  nearFailed?: string
}

/** The placed images of the catalog on the map of an editor. */
export interface Neighbors {
  /** Shows the image whose mark a click hits, or zooms to a cluster. @returns false if it hits none */
  open(event: MapBrowserEvent): boolean
  /** Lists the images near a point. */
  list(point: MapPoint): void
  /** Whether the pointer is over a mark. */
  isAt(event: MapBrowserEvent): boolean
}

interface Options {
  map: OpenLayersMap
  /** Number of layers over those images, negative. */
  position: number
  /** Of animations, in milliseconds; 0 for none. */
  duration: number
}

/** Adds the placed images of the catalog to a map. */
export function createNeighbors(
  frame: HTMLElement,
  { map, position, duration }: Options,
): Neighbors {
  const attributes: NeighborAttributes = frame.dataset
  const { tiles = '', near = '', own, singleMarks, cone = '0', language = 'en' } = attributes
  const { layer, setTiles } = createCatalogLayer(map, tiles, { cone: Number(cone), language })
  layer.setOpacity(OPACITY)
  map.setLayers(map.getLayers().getArray().toSpliced(position, 0, layer))
  // The map stands still already.
  setTiles(tiles)
  const card = createNearCard(frame, attributes)
  const announce = createStatus(frame)

  function find({ coordinate }: MapBrowserEvent): Feature | undefined {
    const isMark = (feature: Feature) =>
      feature.getGeometry() instanceof Point &&
      !isArea(feature) &&
      (singleMarks === undefined || !feature.get('canBeResolved')) &&
      String(feature.get('id')) !== own
    const mark = layer.getSource()?.getClosestFeatureToCoordinate(coordinate, isMark)
    if (!mark) return undefined
    const reach = findRadius(mark) * (map.getView().getResolution() ?? 1)
    return distanceBetween(findPoint(mark), toPoint(coordinate)) <= reach ? mark : undefined
  }

  async function show(point: MapPoint, { isSpot }: { isSpot: boolean }): Promise<void> {
    const url = toSameOrigin(near)
    url.searchParams.set('at', formatPosition(toPosition(point)))
    if (isSpot) url.searchParams.set('spot', 'yes')
    try {
      const found = (await fetchPage(url)).querySelector('[data-near]')
      // A list gets the focus instead.
      if (found && !card.show(found)) announce(found.textContent)
    } catch {
      announce(attributes.nearFailed ?? '')
    }
  }

  return {
    isAt: (event) => find(event) !== undefined,
    list: (point) => void show(point, { isSpot: false }),
    open(event) {
      const mark = find(event)
      if (!mark) return false
      const point = findPoint(mark)
      if (mark.get('canBeResolved')) zoomTo(map.getView(), [...point], duration)
      else void show(point, { isSpot: true })
      return true
    },
  }
}

function findPoint(mark: Feature): MapPoint {
  return toPoint(mark.getGeometry()?.getExtent())
}

function findRadius(mark: Feature): number {
  const count: unknown = mark.get('count')
  return typeof count === 'number' ? clusterRadius(count) : POINT_RADIUS
}
