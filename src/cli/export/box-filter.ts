import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { parseBox, type Box } from '../../core/model/geometry/box.ts'
import type { Cli } from '../cli.ts'
import { computeExtent, type Extent } from './geometry/extent.ts'
import type { Geometry } from './geometry/geometry.ts'

/** Larger files are not the outline of an area of interest. */
const MAX_BYTES = 64 * 1024 ** 2

/**
 * Returns whether the extent of a geometry intersects a box.
 * @param box `west,south,east,north`
 */
export function createBoxFilter(box: string): (geometry: Geometry | null) => boolean {
  const parsed = parseBox(box)
  return (geometry) => {
    const extent = geometry && computeExtent(geometry)
    return extent !== null && intersects(parsed, extent)
  }
}

function intersects({ south, north, spans }: Box, extent: Extent): boolean {
  if (extent.south > north || extent.north < south) return false
  return spans?.some(({ west, east }) => extent.west <= east && extent.east >= west) ?? true
}

/**
 * Computes the box of a GeoJSON file: its `bbox` member if it has one, or else the extent of all its positions.
 * @returns `west,south,east,north`
 * @throws CatalogError kind `invalid` if the file has no positions
 */
export async function readBoxOfFile({ cwd }: Pick<Cli, 'cwd'>, file: string): Promise<string> {
  const value = await readJson(resolve(cwd, file))
  const box = readBbox(value) ?? computeBox(value)
  if (box === undefined) throw invalidBoxFile(`${file} contains no GeoJSON geometry.`)
  return box.join(',')
}

async function readJson(path: string): Promise<unknown> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) throw invalidBoxFile(`${path} is larger than ${MAX_BYTES} bytes.`)
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw invalidBoxFile(`Cannot read ${path}: ${(error as Error).message}.`, error)
  }
}

function invalidBoxFile(message: string, cause?: unknown): CatalogError {
  return new CatalogError('invalid', `--bbox-of: ${message}`, { code: 'usage', cause })
}

/** RFC 7946, section 5: with heights it has six numbers. */
function readBbox(value: unknown): number[] | undefined {
  const { bbox } = (value ?? {}) as { bbox?: unknown }
  if (!Array.isArray(bbox) || !bbox.every(Number.isFinite)) return undefined
  if (bbox.length === 4) return bbox
  return bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : undefined
}

/** Looks for positions in all coordinates, however deeply they are nested. */
function computeBox(value: unknown): number[] | undefined {
  const extent = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (isPosition(next)) {
      const [longitude, latitude] = next
      extent.west = Math.min(extent.west, longitude)
      extent.east = Math.max(extent.east, longitude)
      extent.south = Math.min(extent.south, latitude)
      extent.north = Math.max(extent.north, latitude)
    } else if (Array.isArray(next)) {
      for (const member of next) pending.push(member)
    } else if (typeof next === 'object' && next !== null) {
      const { features, geometry, geometries, coordinates } = next as Record<string, unknown>
      pending.push(features, geometry, geometries, coordinates)
    }
  }
  const { west, south, east, north } = extent
  return west <= east ? [west, south, east, north] : undefined
}

function isPosition(value: unknown): value is [number, number] {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])
}
