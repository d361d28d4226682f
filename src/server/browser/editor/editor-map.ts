import {
  boundingExtent,
  containsCoordinate,
  getCenter,
  getHeight,
  getWidth,
  type Extent,
} from 'ol/extent.js'
import DragPan from 'ol/interaction/DragPan.js'
import type Interaction from 'ol/interaction/Interaction.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import type BaseLayer from 'ol/layer/Base.js'
import OpenLayersMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import View from 'ol/View.js'
import { createBasemap } from '../basemap.ts'
import { redrawOnColorChange } from '../basemap/map-colors.ts'
import { readPersonal, writePersonal } from '../personal-storage.ts'
import { createRegion } from '../region.ts'
import { createMapControls } from '../map-controls.ts'
import type { MapPoint } from './aim.ts'
import { createPointDragging, findPoint, type DraggablePoints } from './drag-points.ts'
import { toPoint } from './map-point.ts'
import type { Neighbors } from './neighbors.ts'

/** West, south, east and north, in degrees. */
export type Box = [number, number, number, number]

const CLOSEST_ZOOM = 21

/** Zoom level at which a street fills the window. */
const STREET_ZOOM = 17

/** Space around what is shown, in pixels. */
const PADDING = [24, 24, 24, 24]

const LAST_VIEW = 'last view of the editor'

export interface EditorMap {
  /** Shows points, unless one of them is in view. */
  reveal(points: readonly MapPoint[]): void
  /** Shows all points. */
  showWhole(points: readonly MapPoint[]): void
  center(): MapPoint
  /** Meters of Web Mercator per pixel. */
  resolution(): number
  /** Lists the placed images near the center. */
  listNear(): void
  /** Calls a function when the resolution changes. */
  onZoom(run: () => void): void
}

interface Contents<Name> {
  /** They lie over the basemap. */
  layers: BaseLayer[]
  /** They can be dragged. */
  points: DraggablePoints<Name>
  /** Called with the place of a click besides those points and the marks of other images, and with the center when Enter is pressed. */
  place: (point: MapPoint) => void
}

/**
 * Creates the map of an editor in the element, at the place of the image, else where the last one was placed. It shows the
 * placed images of the catalog, if the element has `data-tiles`. An event `show-extent` at the element shows a box in degrees.
 */
export async function createEditorMap<Name>(
  frame: HTMLElement,
  { layers, points, place }: Contents<Name>,
): Promise<EditorMap> {
  const view = new View({ enableRotation: false, maxZoom: CLOSEST_ZOOM })
  const region = createRegion('map', frame.dataset)
  frame.prepend(region)
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  const start = { extent: findStart(frame.dataset), padding: PADDING, duration }
  const map = new OpenLayersMap({
    target: region,
    layers: [...createBasemap(frame), ...layers],
    view,
    controls: createMapControls(frame, view, start, frame.dataset),
    interactions: [...createMoves(duration), createPointDragging(points)],
  })
  region.append(createCross())
  let neighbors: Neighbors | undefined
  const showNeighbors = async () => {
    const { createNeighbors } = await import('./neighbors.ts')
    neighbors = createNeighbors(frame, { map, position: -layers.length, duration })
  }
  view.fit(start.extent, { maxZoom: STREET_ZOOM, padding: start.padding })
  map.on('moveend', () => rememberView(view))
  map.on('click', (event) => {
    if (!findPoint(points, event) && !neighbors?.open(event)) place(toPoint(event.coordinate))
  })
  map.on('pointermove', (event) => {
    if (!event.dragging) region.classList.toggle('on-mark', neighbors?.isAt(event))
  })
  region.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== region) return
    event.preventDefault()
    place(toPoint(view.getCenter()))
  })
  frame.addEventListener('show-extent', (event) => {
    if (!(event instanceof CustomEvent)) return
    const extent = toExtent(event.detail as Box)
    view.fit(extent, { maxZoom: STREET_ZOOM, padding: start.padding, duration })
  })
  redrawOnColorChange(map)
  map.once('rendercomplete', () => {
    frame.classList.add('enhanced')
    // They are no part of what people need to begin.
    if (frame.dataset.tiles !== undefined) void showNeighbors()
  })
  const center = () => toPoint(view.getCenter())
  return { ...describeView(view), center, listNear: () => neighbors?.list(center()) }
}

/** By mouse, touch and keyboard. A double click places two points, so it does not zoom. */
function createMoves(duration: number): Interaction[] {
  return [
    new DragPan(),
    new PinchZoom({ duration }),
    new MouseWheelZoom({ duration }),
    new KeyboardPan({ duration }),
    new KeyboardZoom({ duration }),
  ]
}

function describeView(view: View): Omit<EditorMap, 'center' | 'listNear'> {
  const showWhole = (points: readonly MapPoint[]) => {
    if (points.length === 0) return
    const extent = boundingExtent(points.map((point) => [...point]))
    const isSpot = getWidth(extent) === 0 && getHeight(extent) === 0
    if (!isSpot) return view.fit(extent, { maxZoom: STREET_ZOOM, padding: PADDING })
    view.setCenter(getCenter(extent))
    if ((view.getZoom() ?? 0) < STREET_ZOOM - 4) view.setZoom(STREET_ZOOM)
  }
  return {
    resolution: () => view.getResolution() ?? 1,
    onZoom: (run) => view.on('change:resolution', run),
    reveal(points) {
      const shown = view.calculateExtent()
      if (!points.some((point) => containsCoordinate(shown, [...point]))) showWhole(points)
    },
    showWhole,
  }
}

/** Marks the center, where keyboards place things. */
function createCross(): HTMLElement {
  const cross = document.createElement('div')
  cross.className = 'cross'
  cross.ariaHidden = 'true'
  return cross
}

const WORLD: Box = [-170, -58, 170, 72]

function findStart({ box, nearby }: DOMStringMap): Extent {
  return parseBox(box) ?? recallView() ?? parseBox(nearby) ?? toExtent(WORLD)
}

/** @param box JSON of a box in degrees */
function parseBox(box: string | undefined): Extent | undefined {
  return box === undefined || box === '' ? undefined : toExtent(JSON.parse(box) as Box)
}

function toExtent([west, south, east, north]: Box): Extent {
  return boundingExtent([fromLonLat([west, south]), fromLonLat([east, north])])
}

function rememberView(view: View): void {
  writePersonal(LAST_VIEW, JSON.stringify(view.calculateExtent()))
}

/** The next image of the same people is often near the last one. */
function recallView(): Extent | undefined {
  const kept = readPersonal(LAST_VIEW)
  return kept === null ? undefined : (JSON.parse(kept) as Extent)
}
