import { getVisibility } from '../../core/auth/caller.ts'
import {
  areaFeature,
  areaFeatures,
  areaQuery,
  pointFeature,
  pointFeatures,
  pointQuery,
} from '../../core/contract/feature.ts'
import { parsePage } from '../../core/model/page.ts'
import {
  getArea,
  getPoint,
  listAreas,
  listPoints,
} from '../../core/queries/places/georeferences.ts'
import { replyWithAreas } from './area-page.ts'
import { geoJson, geoJsonResponse } from '../http/geo-json-reply.ts'
import { toAreaFilter, toPointFilter } from '../http/list-filters.ts'
import { presentFeaturePage } from '../presenters/pagination.ts'
import { parseId } from '../http/parse-id.ts'
import { presentAreaFeature, presentPointFeature } from '../presenters/feature.ts'
import { route } from '../http/route.ts'
import { areaExportRoute, pointExportRoute } from './exports.ts'

export const georeferenceRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/georeferences/',
    cacheable: true,
    mayLag: true,
    summary: 'List point georeferences',
    responses: { 200: geoJsonResponse(pointFeatures) },
    query: pointQuery,
    async handle({ catalog, caller, query, links, target, headers }) {
      const page = parsePage(query)
      const filter = toPointFilter(query, getVisibility(caller))
      const points = await listPoints(catalog, filter, query.ordering, page)
      const shown = presentFeaturePage(points, { page, links, target }, presentPointFeature)
      return geoJson(shown, headers)
    },
  }),
  pointExportRoute,
  route({
    method: 'GET',
    path: '/api/v2/georeferences/:id/',
    mayLag: true,
    summary: 'Get a point georeference',
    responses: { 200: geoJsonResponse(pointFeature) },
    async handle({ catalog, caller, params, links, headers }) {
      const id = parseId(params.id, 'Georeference')
      const point = await getPoint(catalog.reads, id, getVisibility(caller))
      return geoJson(presentPointFeature(point, links), headers)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/from-above-georeferences/',
    cacheable: true,
    mayLag: true,
    summary: 'List from-above georeferences',
    responses: { 200: geoJsonResponse(areaFeatures) },
    query: areaQuery,
    async handle({ catalog, caller, query, links, target, headers }) {
      const page = parsePage(query)
      const filter = toAreaFilter(query, getVisibility(caller))
      const areas = await listAreas(catalog, filter, query.ordering, page)
      return replyWithAreas(catalog.reads, areas, { page, links, target, headers })
    },
  }),
  areaExportRoute,
  route({
    method: 'GET',
    path: '/api/v2/from-above-georeferences/:id/',
    mayLag: true,
    summary: 'Get a from-above georeference',
    responses: { 200: geoJsonResponse(areaFeature) },
    async handle({ catalog, caller, params, links, headers }) {
      const id = parseId(params.id, 'Georeference')
      const area = await getArea(catalog.reads, id, getVisibility(caller))
      return geoJson(presentAreaFeature(area, links), headers)
    },
  }),
]
