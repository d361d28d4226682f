import { GcpTransformer, type TransformationType } from '@allmaps/transform'
import { boundingExtent, createEmpty, extend } from 'ol/extent.js'
import IIIFInfo from 'ol/format/IIIFInfo.js'
import LayerGroup from 'ol/layer/Group.js'
import TileLayer from 'ol/layer/Tile.js'
import { addCoordinateTransforms, fromLonLat, getPointResolution } from 'ol/proj.js'
import Projection from 'ol/proj/Projection.js'
import type RenderEvent from 'ol/render/Event.js'
import IIIF from 'ol/source/IIIF.js'
import { apply as applyTransform } from 'ol/transform.js'
import {
  readAnnotations,
  type GeoreferencedPicture,
  type Pixel,
} from './georeference-annotation.ts'

/** Parts into which each side of a picture is divided, because it may be curved on the map. */
const STEPS = 16

/** Pictures of a page of annotations that are shown. */
const MAX_PICTURES = 20

/** Warps a picture of a IIIF image service to where its georeference annotation says that it is, or several. The layer has their extent. */
export async function createGeoreferencedLayer(url: string): Promise<LayerGroup> {
  const pictures = readAnnotations(await fetchJson(url), new URL(url, location.href)).slice(
    0,
    MAX_PICTURES,
  )
  const layers = await Promise.all(pictures.map(createPictureLayer))
  const extent = createEmpty()
  for (const layer of layers) extend(extent, layer.getExtent() ?? [])
  return new LayerGroup({ layers, extent })
}

async function createPictureLayer(picture: GeoreferencedPicture): Promise<TileLayer> {
  const { service, mask } = picture
  const info = new IIIFInfo(await fetchJson(`${service}/info.json`))
  const options = info.getTileSourceOptions()
  if (!options) throw new Error(`${service} is no IIIF image service.`)
  const [width = 0, height = 0] = options.size
  const transformer = createTransformer(picture)
  const toMap = ([x = 0, y = 0]: number[]): number[] => transformer.transformToGeo([x, -y])
  const projection = new Projection({
    code: service,
    extent: [0, -height, width, 0],
    // OpenLayers chooses the level of detail by them.
    metersPerUnit: measure(toMap([0, 0]), toMap([width, -height])) / Math.hypot(width, height),
    getPointResolution: (resolution) => resolution,
  })
  addCoordinateTransforms(projection, 'EPSG:3857', toMap, ([x = 0, y = 0]) => {
    const [right, down] = transformer.transformToResource([x, y])
    return [right, -down]
  })
  const whole: Pixel[] = [[0, 0], [width, 0], [width, height], [0, height]] // prettier-ignore
  const outline = divideSides((mask ?? whole).map(([x, y]) => [x, -y])).map(toMap)
  const { tileSize } = options
  const source = new IIIF({
    ...options,
    ...(tileSize !== undefined && { tileSize: toSquare(tileSize) }),
    url: service,
    projection,
    zDirection: -1,
  })
  // A canvas of its own, since it is clipped.
  const layer = new TileLayer({ className: 'foreign-map picture', source })
  layer.setExtent(boundingExtent(outline))
  layer.on('prerender', (event) => clip(event, outline))
  layer.on('postrender', ({ context }) => {
    if (context instanceof CanvasRenderingContext2D) context.restore()
  })
  return layer
}

/** A service may leave out the height of its tiles if it is the width, with which OpenLayers draws them distorted. */
function toSquare(size: number | readonly (number | undefined)[]): number[] {
  const [width = 0, height = width] = typeof size === 'number' ? [size] : size
  return [width, height]
}

/** Returns the distance of two positions in Web Mercator, in meters on the ground. */
function measure(from: number[], to: number[]): number {
  const [right, up] = [0, 1].map((axis) => (to[axis] ?? 0) - (from[axis] ?? 0))
  return Math.hypot(right ?? 0, up ?? 0) * getPointResolution('EPSG:3857', 1, from)
}

/** From pixels of the picture to Web Mercator. Polynomials of the first order are the default of the specification. */
function createTransformer({ points, transformation }: GeoreferencedPicture): GcpTransformer {
  const { type = 'polynomial', options } = transformation
  const name = type === 'polynomial' ? `polynomial${options?.order ?? 1}` : type
  const gcps = points.map(({ pixel, degrees }) => ({
    resource: pixel,
    geo: fromLonLat(degrees) as [number, number],
  }))
  return new GcpTransformer(gcps, name as TransformationType)
}

/** Adds points on the sides of a polygon, so that these can be curved. */
function divideSides(corners: readonly number[][]): number[][] {
  return corners.flatMap(([x = 0, y = 0], index) => {
    const [endX = 0, endY = 0] = corners[(index + 1) % corners.length] ?? []
    return Array.from({ length: STEPS }, (_, step) => [
      x + ((endX - x) * step) / STEPS,
      y + ((endY - y) * step) / STEPS,
    ])
  })
}

/** Draws only what is in the outline. */
function clip(
  { context, frameState, inversePixelTransform }: RenderEvent,
  outline: readonly number[][],
): void {
  const isDrawn = context instanceof CanvasRenderingContext2D && frameState
  if (!isDrawn || !inversePixelTransform) return
  context.save()
  context.beginPath()
  for (const point of outline) {
    const pixel = applyTransform(frameState.coordinateToPixelTransform, [...point])
    const [x = 0, y = 0] = applyTransform(inversePixelTransform, pixel)
    context.lineTo(x, y)
  }
  context.clip()
}

async function fetchJson(address: string): Promise<never> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`)
  return (await response.json()) as never
}
