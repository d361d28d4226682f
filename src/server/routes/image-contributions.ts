import type { ZodType } from 'zod'
import { getVisibility } from '../../core/auth/caller.ts'
import {
  areasOfImage,
  commentsOnImage,
  contributionPageQuery,
  pointsOfImage,
  validationsOfGeoreference,
} from '../../core/contract/image-contributions.ts'
import type { Reads } from '../../core/database/store.ts'
import type { GeoreferenceKind } from '../../core/model/georeference-kind.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import {
  listAreas,
  listComments,
  listPoints,
  listValidations,
  type ContributionPage,
  type Position,
} from '../../core/queries/images/image-contributions.ts'
import {
  requireVisibleGeoreference,
  requireVisibleImage,
} from '../../core/queries/images/images.ts'
import { formatCursor, parseCursor } from '../http/cursor.ts'
import type { Links } from '../http/links.ts'
import { nextUrl } from '../presenters/pagination.ts'
import { parseId } from '../http/parse-id.ts'
import { presentFromAbove, presentPoint, presentValidation } from '../presenters/georeference.ts'
import { presentComment } from '../presenters/image-detail.ts'
import { json } from '../http/reply.ts'
import { route, type Route } from '../http/route.ts'

/** All contributions to an image, page by page; its detail form has the newest ones. */
export const imageContributionRoutes: readonly Route[] = [
  listRoute({
    path: '/api/v2/images/:id/georeferences/',
    summary: 'List all camera positions of an image',
    schema: pointsOfImage,
    of: 'Image',
    requireVisible: requireVisibleImage,
    list: listPoints,
    present: presentPoint,
  }),
  listRoute({
    path: '/api/v2/images/:id/from-above-georeferences/',
    summary: 'List all areas of an image',
    schema: areasOfImage,
    of: 'Image',
    requireVisible: requireVisibleImage,
    list: listAreas,
    present: presentFromAbove,
  }),
  listRoute({
    path: '/api/v2/images/:id/comments/',
    summary: 'List all comments on an image',
    schema: commentsOnImage,
    of: 'Image',
    requireVisible: requireVisibleImage,
    list: listComments,
    present: presentComment,
  }),
  validationsRoute('georeference', 'georeferences', 'point'),
  validationsRoute('from_above_georeference', 'from-above-georeferences', 'from-above'),
]

function validationsRoute(table: GeoreferenceKind, path: string, kind: string): Route {
  return listRoute({
    path: `/api/v2/${path}/:id/validations/`,
    summary: `List all validations of a ${kind} georeference`,
    schema: validationsOfGeoreference,
    of: 'Georeference',
    requireVisible: (reads, id, visibility) =>
      requireVisibleGeoreference(reads, { table, id }, visibility),
    list: (reads, id, page) => listValidations(reads, { table, id }, page),
    present: presentValidation,
  })
}

interface ContributionList<Row> {
  path: string
  summary: string
  schema: ZodType
  /** The kind of record that the id in the path belongs to. */
  of: 'Image' | 'Georeference'
  /** @throws CatalogError kind `not_found` */
  requireVisible: (reads: Reads, id: number, visibility: Visibility) => Promise<void>
  list: (
    reads: Reads,
    id: number,
    page: ContributionPage,
  ) => Promise<{ rows: Row[]; end: Position | undefined }>
  present: (row: Row, links: Links) => object
}

function listRoute<Row>(declared: ContributionList<Row>): Route {
  const { path, summary, schema, of, requireVisible, list, present } = declared
  return route({
    method: 'GET',
    path,
    cacheable: true,
    mayLag: true,
    summary,
    responses: { 200: schema },
    query: contributionPageQuery,
    async handle({ catalog: { reads }, caller, params, query, links, target }) {
      const id = parseId(params.id, of)
      const after = parseCursor('after', query.after)
      await requireVisible(reads, id, getVisibility(caller))
      const { rows, end } = await list(reads, id, { after, limit: query.limit })
      const next = nextUrl({ links, target }, ['after', end && formatCursor(end)])
      return json({ next, results: rows.map((row) => present(row, links)) })
    },
  })
}
