import { MAX_LAYER_CREDIT, MAX_LAYER_TITLE, MAX_LAYERS } from '../base/limits.ts'
import { parseEdtf } from '../edtf/parse.ts'
import { toSlug, toUniqueSlug } from '../model/slug.ts'
import { hasCredentials, shorten } from '../model/text.ts'
import type { AreaBounds } from '../model/tiles/areas.ts'
import { count, InvalidParts, parseJson, type Parse, type Setting } from './setting-types.ts'
import { createTranslated, type Translated } from './translated.ts'

/**
 * Kind of the source of a layer: the template of `tiles` with `{z}`, `{x}` and `{y}`, a `pmtiles` archive, or the
 * `georeference` of an image, an annotation of the IIIF Georeference Extension 1.0.
 */
export type LayerKind = 'tiles' | 'pmtiles' | 'georeference'

/** A further ground of the maps, such as an old map. */
export interface MapLayer {
  /** Unique. Addresses of pages have it. */
  id: string
  kind: LayerKind
  title: Translated
  /** An address, or the name of a file in the data directory. */
  url: string
  /** Text in EDTF; null if unknown. */
  years: string | null
  /** In degrees, east beyond 180 across the antimeridian; null if unknown. */
  bounds: AreaBounds | null
  /** With links such as `[Library](https://…)`. */
  credit: string
  /** At the start, from 0 to 1. */
  opacity: number
  /** The closest zoom level that has tiles. */
  maxZoom: number
  /** Further origins that pages may ask, such as those of the pictures of a georeference. */
  hosts: readonly string[]
}

/** Members of a layer by their names in `catalog.toml`, with their parsers. */
const MEMBERS: Record<string, { name: keyof MapLayer; parse: Parse<unknown>; fallback?: unknown }> =
  {
    title: { name: 'title', parse: createTranslated(MAX_LAYER_TITLE) },
    url: { name: 'url', parse: layerUrl },
    years: { name: 'years', parse: years, fallback: null },
    bounds: { name: 'bounds', parse: bounds, fallback: null },
    credit: { name: 'credit', parse: credit },
    opacity: { name: 'opacity', parse: opacity, fallback: 0.7 },
    max_zoom: { name: 'maxZoom', parse: count(0, 24), fallback: 19 },
    hosts: { name: 'hosts', parse: hosts, fallback: [] },
  }

export const LAYER_SETTING: Setting<readonly MapLayer[]> = {
  env: 'CATALOG_LAYER',
  meaning: `at most ${MAX_LAYERS} further grounds for maps, such as old maps, each with title, url and credit`,
  parse: mapLayers,
  fallback: [],
  hasFlag: false,
}

/** @throws InvalidParts that names the entries, which count from 1 */
function mapLayers(given: unknown): readonly MapLayer[] {
  const entries = parseJson(given)
  if (!Array.isArray(entries) || entries.length > MAX_LAYERS)
    throw new Error(
      `should be a list of at most ${MAX_LAYERS} layers, each with title, url and credit`,
    )
  const problems: string[] = []
  const taken = new Set<string>()
  const layers = entries.map((entry, index) => {
    const read = readMembers(entry, (problem) => problems.push(`layer ${index + 1}: ${problem}`))
    const id = toUniqueSlug(toSlug(firstText(read.title)) || 'layer', taken)
    taken.add(id)
    return { ...read, id, kind: findKind(String(read.url)) } as MapLayer
  })
  if (problems.length > 0) throw new InvalidParts(problems)
  return layers
}

function readMembers(given: unknown, report: (problem: string) => void): Partial<MapLayer> {
  const entry = typeof given === 'object' && given !== null ? { ...given } : {}
  const found = entry as Record<string, unknown>
  for (const key of Object.keys(found))
    if (!(key in MEMBERS)) report(`${key} is not a setting of layers`)
  return Object.fromEntries(
    Object.entries(MEMBERS).map(([key, { name, parse, fallback }]) => {
      const value = found[key]
      if (value === undefined && fallback !== undefined) return [name, fallback]
      try {
        return [name, parse(value)]
      } catch (error) {
        const what = value === undefined ? 'is missing; it' : ''
        const not = value === undefined ? '' : `, not ${shorten(JSON.stringify(value))}`
        report(`${key} ${what} ${(error as Error).message}${not}`.replaceAll(/ +/g, ' '))
        return [name, undefined]
      }
    }),
  )
}

function firstText(title: Translated | undefined): string {
  return (typeof title === 'object' ? Object.values(title)[0] : title) ?? ''
}

const FILE = /^[\w\-][\w.\-]{0,99}\.(?:json|pmtiles)$/v

/** Whether the address of a layer is the name of a file in the data directory. */
export function isLayerFile(url: string): boolean {
  return FILE.test(url)
}

function findKind(url: string): LayerKind {
  if (url.includes('{')) return 'tiles'
  return /\.pmtiles(?:\?|$)/v.test(url) ? 'pmtiles' : 'georeference'
}

/** In the templates of WMTS (OGC 07-057r7, 10.2.1), whose matrices of Web Mercator count like XYZ tiles. */
const WMTS_NAMES = { '{TileMatrix}': '{z}', '{TileCol}': '{x}', '{TileRow}': '{y}' }

function layerUrl(given: unknown): string {
  const url = Object.entries(WMTS_NAMES).reduce(
    (text, [name, short]) => text.replaceAll(name, short),
    typeof given === 'string' ? given.trim() : '',
  )
  if (isLayerFile(url)) return url
  const { protocol, host, hash } = URL.parse(url) ?? { protocol: '', host: '{', hash: '' }
  const isWeb = ['http:', 'https:'].includes(protocol) && hash === '' && !hasCredentials(url)
  const names = (url.match(/\{[^\}]*\}/gv) ?? []).toSorted().join()
  if (isWeb && !host.includes('{') && ['', '{x},{y},{z}', '{-y},{x},{z}'].includes(names))
    return url
  throw new Error(
    'should be an address of tiles with {z}, {x} and {y}, of a .pmtiles archive or of a georeference annotation, or a .pmtiles or .json file in the data directory',
  )
}

function years(given: unknown): string {
  const text = String(given)
  try {
    parseEdtf(text)
    return text
  } catch {
    throw new Error('should be a year or another date in EDTF, such as 1897 or "1891/1912"')
  }
}

function bounds(given: unknown): AreaBounds {
  const numbers: unknown[] = Array.isArray(given) ? given : []
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers.filter(isNumber)
  // More than half of the world across the antimeridian would rather be west and east by mistake.
  const ahead = west - east >= 180 ? east + 360 : east
  const edges = [-180, west, ahead, west + 360, -90, south, north, 90]
  const isOrdered = edges.every((edge, index) => index === 4 || edge >= (edges[index - 1] ?? edge))
  if (numbers.length === 4 && isOrdered && Math.max(west, east) <= 180)
    return { west, south, east: ahead, north }
  throw new Error(
    'should be the west, south, east and north edge in degrees, such as [7.5, 47.5, 7.7, 47.6]',
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function credit(given: unknown): string {
  if (typeof given === 'string' && given.trim() !== '' && given.length <= MAX_LAYER_CREDIT)
    return given.trim()
  throw new Error(`should be the credit that maps show, of at most ${MAX_LAYER_CREDIT} characters`)
}

function opacity(given: unknown): number {
  if (typeof given === 'number' && given >= 0 && given <= 1) return given
  throw new Error('should be a number from 0 to 1')
}

function hosts(given: unknown): string[] {
  const origins = Array.isArray(given)
    ? given.map((host) => URL.parse(String(host))?.origin)
    : [null]
  if (
    Array.isArray(given) &&
    given.length <= MAX_LAYERS &&
    given.every((host, n) => host === origins[n] && /^https?:/v.test(host))
  )
    return given as string[]
  throw new Error('should be a list of origins such as ["https://iiif.example.org"]')
}
