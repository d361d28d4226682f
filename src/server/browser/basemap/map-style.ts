import type { FeatureLike } from 'ol/Feature.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { getMapColor, type MapColor } from './map-colors.ts'
import { findKind, type MapKind, type MapProperties } from './map-kinds.ts'

/** A quiet map, in the order in which its parts lie over each other. */
const AREAS: Partial<Record<MapKind, { color: MapColor; level: number }>> = {
  sea: { color: 'water', level: -1 },
  land: { color: 'land', level: 0 },
  ground: { color: 'ground', level: 1 },
  green: { color: 'green', level: 2 },
  water: { color: 'water', level: 3 },
  building: { color: 'building', level: 6 },
}

/** Widths of lines in meters on the ground, and at least in pixels. */
const LINES: Partial<Record<MapKind, { color: MapColor; meters: number; pixels: number }>> = {
  road: { color: 'road', meters: 12, pixels: 1.5 },
  street: { color: 'road', meters: 8, pixels: 1 },
  path: { color: 'casing', meters: 2, pixels: 0.5 },
  rail: { color: 'rail', meters: 3, pixels: 1 },
  stream: { color: 'water', meters: 5, pixels: 1 },
  borders: { color: 'border', meters: 0, pixels: 1 },
}

/** Meters per pixel below which a part of the map appears. */
const STREETS_BELOW = 20
const STREET_NAMES_BELOW = 2.5
const SPOTS_BELOW = 5

/**
 * Styles a feature of a map in the colors of the page.
 * @param resolution in meters per pixel
 */
export function styleMapFeature(feature: FeatureLike, resolution: number): Style[] {
  const properties: MapProperties = feature.getProperties()
  const kind = findKind(properties)
  const type = feature.getGeometry()?.getType() ?? ''
  const { name = '' } = properties
  if (type.endsWith('Polygon')) return styleArea(kind)
  if (type.endsWith('LineString'))
    return [...styleLine(kind, resolution), ...labelLine(name, resolution)]
  if (kind === 'place') return [labelPoint(name, 'bold 14px')]
  return kind === 'spot' && resolution < SPOTS_BELOW ? [labelPoint(name, '12px')] : []
}

function styleArea(kind: MapKind): Style[] {
  const area = AREAS[kind]
  if (!area) return []
  return [new Style({ zIndex: area.level, fill: new Fill({ color: getMapColor(area.color) }) })]
}

function styleLine(kind: MapKind, resolution: number): Style[] {
  const line = LINES[kind]
  if (!line || (kind !== 'borders' && kind !== 'stream' && resolution > STREETS_BELOW)) return []
  const width = Math.max(line.pixels, line.meters / resolution)
  const drawn = stroke(line.color, width, 5)
  const hasCasing = line.color === 'road' && width > 2
  return hasCasing ? [stroke('casing', width + 1.5, 4), drawn] : [drawn]
}

function stroke(name: MapColor, width: number, zIndex: number): Style {
  return new Style({ zIndex, stroke: new Stroke({ color: getMapColor(name), width }) })
}

function labelLine(name: string, resolution: number): Style[] {
  if (name === '' || resolution > STREET_NAMES_BELOW) return []
  return [new Style({ zIndex: 7, text: createLabel(name, 'line') })]
}

function labelPoint(name: string, size: string): Style {
  return new Style({ zIndex: 8, text: createLabel(name, 'point', size) })
}

function createLabel(text: string, placement: 'line' | 'point', size = '11px'): Text {
  return new Text({
    text,
    placement,
    font: `${size} system-ui, sans-serif`,
    fill: new Fill({ color: getMapColor('ink') }),
    stroke: new Stroke({ color: getMapColor('land'), width: 3 }),
    overflow: false,
  })
}
