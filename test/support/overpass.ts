import { sendJson, type Answer } from './service-server.ts'

type Position = [longitude: number, latitude: number]
type Tags = Record<string, string>

/** Elements in the format of Overpass for `out geom`. */

export function node(id: number, [lon, lat]: Position, tags: Tags = {}) {
  return { type: 'node', id, lat, lon, tags }
}

export function way(id: number, path: Position[], tags: Tags = {}) {
  return { type: 'way', id, bounds: {}, nodes: [], geometry: toGeometry(path), tags }
}

export function relation(id: number, members: object[], tags: Tags = {}) {
  return { type: 'relation', id, bounds: {}, members, tags: { type: 'multipolygon', ...tags } }
}

export function member(ref: number, role: string, path: Position[]) {
  return { type: 'way', ref, role, geometry: toGeometry(path) }
}

function toGeometry(path: Position[]) {
  return path.map(([lon, lat]) => ({ lat, lon }))
}

/** Answers every query with these elements. */
export function sendElements(...elements: object[]): Answer {
  return sendJson(describeResponse(elements))
}

/** Answers that the query was stopped, as Overpass does with status 200. */
export function sendRemark(remark: string): Answer {
  return sendJson({ ...describeResponse([]), remark })
}

function describeResponse(elements: object[]) {
  return {
    version: 0.6,
    generator: 'Overpass API 0.7.62.8 e802775f',
    osm3s: {
      timestamp_osm_base: '2026-03-01T11:59:00Z',
      copyright:
        'The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.',
    },
    elements,
  }
}
