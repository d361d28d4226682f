/** The first view of a map of the catalog, computed without OpenLayers, so that its tiles load at the same time. */

import { COASTS_UP_TO, DETAILED_FROM } from './basemap/world-zooms.ts'
import { beginRequest } from './map/early-requests.ts'
import type { Position } from './map/map-address.ts'
import {
  fillTemplate,
  findTileZoom,
  HALF_WORLD,
  listTiles,
  type MapExtent,
} from './map/tile-addresses.ts'

/** Space around everything, in pixels: for the buttons, the caption and the credit. */
export const PADDING = [56, 56, 56, 72]

/** The closest zoom at the start, so that one place is seen with its surroundings. */
export const MAX_START_ZOOM = 17

/** Of zoom level 0, in meters per pixel. */
const WORLD_RESOLUTION = (2 * HALF_WORLD) / 256

type Size = readonly [width: number, height: number]

/** Reads the parameter `map` of the address. */
export function readPosition(): Position | undefined {
  const text = new URLSearchParams(location.search).get('map') ?? ''
  const [zoom = NaN, latitude = NaN, longitude = NaN] = text.split('/').map(Number)
  const isValid = [zoom, latitude, longitude].every(Number.isFinite)
  return isValid ? { zoom, center: toMercator(longitude, latitude) } : undefined
}

/**
 * Reads west, south, east and north in degrees; the whole world without images. Its middle is in the world around
 * longitude 0, where layers of maps lie, although images on both sides of the antimeridian have longitudes up to 540.
 */
export function readExtent(text = ''): MapExtent {
  const degrees = text === '' ? [-170, -60, 170, 75] : text.split(',').map(Number)
  const [west = 0, south = 0, east = 0, north = 0] = degrees
  const shift = 360 * Math.round((west + east) / 720)
  return [
    ...toMercator(west - shift, Math.max(-85, south)),
    ...toMercator(east - shift, Math.min(85, north)),
  ]
}

function toMercator(longitude: number, latitude: number): number[] {
  const upward = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
  return [longitude / 180, upward].map((part) => part * HALF_WORLD)
}

/** Fits an extent into a map, as OpenLayers does. */
export function fitExtent(extent: MapExtent, [width, height]: Size): Position {
  const [top = 0, right = 0, bottom = 0, left = 0] = PADDING
  const [west = 0, south = 0, east = 0, north = 0] = extent
  const resolution = Math.max(
    (east - west) / (width - left - right),
    (north - south) / (height - top - bottom),
    WORLD_RESOLUTION / 2 ** MAX_START_ZOOM,
  )
  const limited = limitResolution(resolution, [width, height])
  const center = [west + east + (right - left) * limited, south + north + (top - bottom) * limited]
  return {
    zoom: Math.log2(WORLD_RESOLUTION / limited),
    center: center.map((part) => part / 2),
  }
}

/** Returns what a map shows, which is never more than the world from north to south. */
export function findShownExtent({ zoom, center }: Position, size: Size): MapExtent {
  const [x = 0, y = 0] = center
  const resolution = limitResolution(WORLD_RESOLUTION / 2 ** zoom, size)
  const [width, height] = size.map((pixels) => (pixels / 2) * resolution)
  const [sideways = 0, upward = 0] = [width, height]
  const room = HALF_WORLD - upward
  const middle = Math.min(room, Math.max(-room, y))
  return [x - sideways, middle - upward, x + sideways, middle + upward]
}

function limitResolution(resolution: number, size: Size): number {
  return Math.min(resolution, WORLD_RESOLUTION, (2 * HALF_WORLD) / Math.max(...size))
}

/** Requests what the map in the element shows first. */
export function requestFirstView(frame: HTMLElement): void {
  const { tiles, start, enhance } = frame.dataset
  if (tiles === undefined || start === undefined) return
  const size: Size = [frame.clientWidth, frame.clientHeight]
  const position = (enhance === 'map' && readPosition()) || fitExtent(readExtent(start), size)
  const shown = listTiles(findTileZoom(position.zoom), findShownExtent(position, size))
  for (const tile of shown) beginRequest(fillTemplate(tiles, tile))
  const world = findWorld(frame.dataset, position)
  if (world !== undefined) beginRequest(world)
}

/** Finds the map of the world that lies under the rest, if any. */
function findWorld({ basemap, world, coasts }: DOMStringMap, { zoom }: Position) {
  if (basemap === 'xyz' || basemap === 'style' || zoom > COASTS_UP_TO) return undefined
  return zoom > DETAILED_FROM ? coasts : world
}
