import { toSafeJson } from '../../terminal/sanitize.ts'
import { normalizeGeometry } from '../geometry/normalize.ts'
import type { Feature, Item, Layer } from '../layer.ts'
import type { FeatureWriter } from './feature-writer.ts'
import type { TextOutput } from './text-output.ts'

export type GeoJsonFormat = 'geojson' | 'geojsonl' | 'geojsonseq'

export interface GeoJsonOptions {
  /** Decimal places of the coordinates. */
  precision: number
  /** Indents the collection. */
  pretty: boolean
  /** Keeps the members of the items as the instance sends them. */
  raw: boolean
  /** Whether features name their layer, because the file has several. */
  namesLayers: boolean
}

interface Frame {
  head: string
  before: string
  between: string
  tail: string
}

const FRAMES: Record<GeoJsonFormat, Frame> = {
  geojson: {
    head: '{"type":"FeatureCollection","features":[\n',
    before: '',
    between: ',\n',
    tail: '\n]',
  },
  geojsonl: { head: '', before: '', between: '', tail: '' },
  geojsonseq: { head: '', before: '\u001e', between: '', tail: '' },
}

/** Writes features by RFC 7946, one per line unless `pretty` is set. Each text of a sequence begins as in RFC 8142. */
export function createGeoJsonWriter(
  output: TextOutput,
  format: GeoJsonFormat,
  options: GeoJsonOptions,
): FeatureWriter {
  const { head, before, between, tail } = FRAMES[format]
  const indent = options.pretty ? 2 : undefined
  const lineEnd = format === 'geojson' ? '' : '\n'
  let layer: Layer | undefined
  const licenses: Record<string, string> = {}
  let separator = ''
  let text = head
  return {
    startLayer: (next) => {
      layer = next
      if (next.license !== undefined) licenses[next.name] = next.license
    },
    add(feature, item) {
      if (layer === undefined) return
      const object = options.raw
        ? createRawFeature(layer, feature, item)
        : createFeature(layer, feature, options)
      text += separator + before + toSafeJson(object, indent) + lineEnd
      separator = between
    },
    async flush() {
      const written = text
      text = ''
      if (written !== '') await output.write(written)
    },
    async finish() {
      text += separator === '' ? tail.trimStart() : tail
      if (format === 'geojson') text += `${formatLicenses(licenses)}}\n`
      await this.flush()
      await output[Symbol.asyncDispose]()
    },
  }
}

/** A foreign member (RFC 7946, 6.1) with the addresses of licenses by layer; nothing without one. */
function formatLicenses(licenses: Readonly<Record<string, string>>): string {
  return Object.keys(licenses).length === 0 ? '' : `,"licenses":${toSafeJson(licenses)}`
}

function createFeature(
  { name, columns }: Layer,
  { id, geometry, values }: Feature,
  { precision, namesLayers }: GeoJsonOptions,
): object {
  const properties: Record<string, unknown> = namesLayers ? { layer: name } : {}
  columns.forEach((column, at) => {
    properties[column.name] = values[at]
  })
  return {
    type: 'Feature',
    // Ids of different layers may be equal.
    id: namesLayers ? `${name}.${id}` : id,
    geometry: geometry && normalizeGeometry(geometry, precision),
    properties,
  }
}

function createRawFeature({ name }: Layer, { id, geometry }: Feature, item: Item): object {
  if (name === 'georeferences' || name === 'areas') return item
  const { geometry: _, ...properties } = item
  return { type: 'Feature', id, geometry, properties }
}
