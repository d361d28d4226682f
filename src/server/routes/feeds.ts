import type { Catalog } from '../../core/catalog/catalog.ts'
import { parseActivityPage } from '../../core/contract/activity-query.ts'
import { DEFAULT_GEOREFERENCE_ORDER } from '../../core/model/orders.ts'
import { listActivity } from '../../core/queries/feed/activity.ts'
import { getCollection } from '../../core/queries/sources/collections.ts'
import {
  listPublicComments,
  listRecentComments,
  type CommentedImages,
} from '../../core/queries/people/comments.ts'
import { readImageChanges } from '../../core/queries/changes/image-changes.ts'
import { getContributor } from '../../core/queries/people/contributors.ts'
import { listAreas, listPoints } from '../../core/queries/places/georeferences.ts'
import { listImages } from '../../core/queries/images/images.ts'
import type { ImageFilter } from '../../core/queries/lists/images.ts'
import type { PointFilter } from '../../core/queries/lists/georeferences.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { getSubjectBySlug } from '../../core/queries/subjects/subjects.ts'
import { ONE_MINUTE } from '../http/cache-control.ts'
import { MAX_ENTRIES, renderAtomFeed, type Feed, type FeedEntry } from '../feeds/atom-feed.ts'
import {
  createCommentEntry,
  createEventEntry,
  createImageEntry,
  createPlacementEntry,
} from '../feeds/entries.ts'
import { toPlainName } from '../pages/display-name.ts'
import { createVisit, type Visit } from '../pages/visit.ts'
import { parseId } from '../http/parse-id.ts'
import { route, type Route, type RouteRequest } from '../http/route.ts'
import { xmlDocument } from '../http/xml.ts'

const NEWEST_FIRST = [{ field: 'created_at', descending: true }] as const
const FIRST_PAGE = { number: 1, size: MAX_ENTRIES }

/** Routes of the Atom feeds. */
export const feedRoutes: readonly Route[] = [
  feedRoute('/feed.atom', 'Get a feed of the newest images', async (visit, { catalog }) => ({
    title: visit.siteName,
    pagePath: '/',
    entries: await listImageEntries(visit, catalog, { visibility: 'public' }),
  })),
  feedRoute('/activity/feed.atom', 'Get a feed of the activity', async (visit, { catalog }) => {
    const page = { ...parseActivityPage({}), limit: MAX_ENTRIES }
    const rows = await listActivity(catalog.reads, page)
    return {
      title: titleOf(visit, visit.messages.activity.title),
      pagePath: '/activity/',
      entries: rows.map((row) => createEventEntry(visit, row)),
    }
  }),
  feedRoute(
    '/collections/:id/feed.atom',
    'Get a feed of the newest images, placements and comments of a collection',
    async (visit, { catalog, params }) => {
      const id = parseId(params.id, 'Collection')
      const { name } = await getCollection(catalog.reads, id, 'public')
      const filter = { visibility: 'public', collections: [id] } as const
      return {
        title: titleOf(visit, name),
        pagePath: `/collections/${id}/`,
        entries: await listEntries(visit, catalog, { filter, commented: { collectionId: id } }),
      }
    },
  ),
  feedRoute(
    '/subjects/:slug/feed.atom',
    'Get a feed of the newest images, placements and comments of a subject',
    async (visit, { catalog, params }) => {
      const { id, slug, title } = await getSubjectBySlug(catalog.reads, params.slug ?? '', 'public')
      const filter = { visibility: 'public', subjects: { ids: [id], kbIds: [] } } as const
      return {
        title: titleOf(visit, title),
        pagePath: `/subjects/${slug}/`,
        entries: await listEntries(visit, catalog, { filter, commented: { subjectId: id } }),
      }
    },
  ),
  feedRoute(
    '/contributors/:id/feed.atom',
    'Get a feed of the newest placements and comments of a contributor',
    async (visit, { catalog, params }) => {
      const id = parseId(params.id, 'Contributor')
      const { username } = await getContributor(catalog.reads, id, 'public')
      const [placements, comments] = await Promise.all([
        listPlacementEntries(visit, catalog, { visibility: 'public', users: [id] }),
        listPublicComments(catalog.reads, id, MAX_ENTRIES),
      ])
      return {
        title: titleOf(visit, toPlainName(username)),
        pagePath: `/contributors/${id}/`,
        entries: [...placements, ...comments.map((row) => createCommentEntry(visit, row))],
      }
    },
  ),
]

type ReadFeed = (visit: Visit, request: RouteRequest) => Promise<Feed>

/** Feeds are in the language of the visitor, and the same for all others who read it. */
function feedRoute(path: string, summary: string, read: ReadFeed): Route {
  return route({
    method: 'GET',
    path,
    summary,
    responses: {
      200: { description: 'An Atom feed.', types: ['application/atom+xml'] },
      304: { description: 'Not modified: the feed still matches If-None-Match.' },
    },
    cacheable: 'page',
    mayLag: true,
    async handle(request) {
      const siteName = await getSiteName(request.catalog.reads)
      const visit = createVisit(request, {
        session: undefined,
        siteName,
        site: request.catalog.config,
      })
      return xmlDocument(renderAtomFeed(visit, await read(visit, request)), {
        'Content-Type': 'application/atom+xml; charset=utf-8',
        'Content-Language': visit.language,
        'Cache-Control': ONE_MINUTE,
        Vary: ['Cookie', 'Accept-Language'],
      })
    },
  })
}

function titleOf({ siteName }: Visit, name: string): string {
  return `${name} · ${siteName}`
}

/** The same images, as a filter of lists and as those whose comments are listed. */
interface FollowedImages {
  filter: Pick<ImageFilter & PointFilter, 'visibility' | 'collections' | 'subjects'>
  commented: CommentedImages
}

async function listEntries(
  visit: Visit,
  catalog: Catalog,
  { filter, commented }: FollowedImages,
): Promise<FeedEntry[]> {
  const [images, placements, comments] = await Promise.all([
    listImageEntries(visit, catalog, filter),
    listPlacementEntries(visit, catalog, filter),
    listRecentComments(catalog.reads, commented, MAX_ENTRIES),
  ])
  return [...images, ...placements, ...comments.map((row) => createCommentEntry(visit, row))]
}

async function listImageEntries(
  visit: Visit,
  catalog: Catalog,
  filter: ImageFilter,
): Promise<FeedEntry[]> {
  const { rows } = await listImages(catalog, filter, NEWEST_FIRST, FIRST_PAGE)
  const changedAt = await readImageChanges(catalog.reads, rows)
  return rows.map((row) => createImageEntry(visit, row, changedAt.get(row.id)))
}

async function listPlacementEntries(
  visit: Visit,
  catalog: Catalog,
  filter: Pick<PointFilter, 'visibility' | 'collections' | 'subjects' | 'users'>,
): Promise<FeedEntry[]> {
  const [points, areas] = await Promise.all([
    listPoints(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], FIRST_PAGE),
    listAreas(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], FIRST_PAGE),
  ])
  return [
    ...points.rows.map((row) => createPlacementEntry(visit, 'georeference', row)),
    ...areas.rows.map((row) => createPlacementEntry(visit, 'from_above_georeference', row)),
  ]
}
