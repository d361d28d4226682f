import type { ZodType } from 'zod'
import { getVisibility } from '../../core/auth/caller.ts'
import {
  areaExport,
  areaExportQuery,
  imageExport,
  imageExportQuery,
  pointExport,
  pointExportQuery,
  subjectExport,
  subjectExportQuery,
} from '../../core/contract/export.ts'
import { NDJSON } from '../../core/model/ndjson.ts'
import type { ExportQuery } from '../../core/queries/export/export-query.ts'
import { preferType } from '../http/accept.ts'
import {
  toAreaFilter,
  toImageFilter,
  toPointFilter,
  toSubjectFilter,
} from '../http/list-filters.ts'
import type { Reply } from '../http/reply.ts'
import { route, type ResponseDeclaration, type RouteRequest } from '../http/route.ts'

/** JSON text sequences: RFC 7464, and RFC 8142 for GeoJSON. */
const SEQUENCE = 'application/json-seq'
const GEO_SEQUENCE = 'application/geo+json-seq'

/** Of the routes below. They must come before the routes with an id, whose paths match theirs. */
const EXPORT = {
  method: 'GET',
  streamed: true,
  errorResponses: { 503: 'Too many exports are running.' },
} as const

export const pointExportRoute = route({
  ...EXPORT,
  path: '/api/v2/georeferences/export/',
  summary: 'Export point georeferences',
  responses: { 200: exportResponse(pointExport, GEO_SEQUENCE) },
  query: pointExportQuery,
  async handle(request) {
    const { query, caller } = request
    const filter = toPointFilter(query, getVisibility(caller))
    const withImage = query.with === 'image'
    return replyWith(request, { list: 'points', filter, withImage }, GEO_SEQUENCE)
  },
})

export const areaExportRoute = route({
  ...EXPORT,
  path: '/api/v2/from-above-georeferences/export/',
  summary: 'Export from-above georeferences',
  responses: { 200: exportResponse(areaExport, GEO_SEQUENCE) },
  query: areaExportQuery,
  async handle(request) {
    const { query, caller } = request
    const filter = toAreaFilter(query, getVisibility(caller))
    const withImage = query.with === 'image'
    return replyWith(request, { list: 'areas', filter, withImage }, GEO_SEQUENCE)
  },
})

export const imageExportRoute = route({
  ...EXPORT,
  path: '/api/v2/images/export/',
  summary: 'Export images',
  responses: { 200: exportResponse(imageExport, SEQUENCE) },
  query: imageExportQuery,
  staffParameters: ['reference_id', 'sha256', 'id', 'processing'],
  async handle(request) {
    const filter = toImageFilter(request.query, getVisibility(request.caller))
    return replyWith(request, { list: 'images', filter, withImage: false }, SEQUENCE)
  },
})

export const subjectExportRoute = route({
  ...EXPORT,
  path: '/api/v2/subjects/export/',
  summary: 'Export subjects',
  responses: { 200: exportResponse(subjectExport, SEQUENCE) },
  query: subjectExportQuery,
  async handle(request) {
    const filter = toSubjectFilter(request.query, getVisibility(request.caller))
    return replyWith(request, { list: 'subjects', filter }, SEQUENCE)
  },
})

/** @param schema of one line */
function exportResponse(schema: ZodType, sequence: string): ResponseDeclaration {
  const description =
    'All items, in ascending order of their ids: one JSON value per line, as in the list. The last line is an `ExportEnd`.'
  return { description, types: [NDJSON, sequence], schema }
}

function replyWith(
  { catalog, caller, headers: { accept } }: Pick<RouteRequest, 'catalog' | 'caller' | 'headers'>,
  query: ExportQuery,
  sequence: string,
): Reply {
  const type = preferType(accept, NDJSON, sequence)
  const format = type === sequence ? 'sequence' : 'lines'
  const key = catalog.signingKeys.current()
  const signing = { key, userId: caller?.userId ?? 0, now: catalog.clock.now() }
  const headers = { 'Content-Type': type, Vary: 'Accept' }
  return { status: 200, body: null, headers, export: { query, format, signing } }
}
