import { getVisibility } from '../../core/auth/caller.ts'
import { notFound } from '../../core/base/errors.ts'
import { buildCollection } from '../../core/iiif/collection.ts'
import { buildManifest } from '../../core/iiif/manifest.ts'
import { ALL_IDS, parseIdRange } from '../../core/iiif/id-range.ts'
import { PRESENTATION_CONTEXT, type Description } from '../../core/iiif/resource.ts'
import { MAX_IIIF_ITEMS } from '../../core/base/limits.ts'
import { getCollection } from '../../core/queries/sources/collections.ts'
import { getPresentedImage } from '../../core/queries/images/presentation-image.ts'
import { listItems, type Items, type Parent } from '../../core/queries/images/presentation-items.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { requireSource } from '../../core/queries/sources/sources.ts'
import { ONE_WEEK } from '../http/cache-control.ts'
import { jsonLd, jsonLdResponse } from '../http/json-ld-reply.ts'
import { parseId } from '../http/parse-id.ts'
import {
  describeCatalog,
  describeCollection,
  describeRange,
  describeSource,
  presentItems,
} from '../presenters/iiif/collection.ts'
import { presentManifest } from '../presenters/iiif/manifest.ts'
import { PLACEHOLDER } from '../presenters/iiif/placeholder.ts'
import type { Reply } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'

/** IIIF manifests and collections (Presentation API 3.0). */
export const presentationRoutes = [
  route({
    method: 'GET',
    path: '/iiif/presentation/3/images/:id/',
    cacheable: true,
    mayLag: true,
    summary: 'Get the IIIF manifest of an image',
    responses: { 200: jsonLdResponse('A Manifest with one Canvas.') },
    async handle({ catalog, caller, params, headers, links }) {
      const id = parseId(params.id, 'Image')
      const visibility = getVisibility(caller)
      const image = await getPresentedImage(catalog.reads, id, visibility)
      const siteName = await getSiteName(catalog.reads)
      const { contributionsLicense } = catalog.config
      const context = { links, siteName, visibility, contributionsLicense }
      const manifest = buildManifest(presentManifest(image, context))
      return jsonLd(manifest, PRESENTATION_CONTEXT, headers)
    },
  }),
  route({
    method: 'GET',
    path: '/iiif/placeholder.png',
    summary: 'Get the picture that a IIIF manifest shows until the image has one',
    responses: { 200: { description: 'The placeholder.', types: ['image/png'] } },
    async handle() {
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': ONE_WEEK }
      return { status: 200, body: PLACEHOLDER, headers }
    },
  }),
  ...collectionRoutes({
    path: '/iiif/presentation/3/',
    summary: 'Get the IIIF collection of the whole catalog',
    respond: respondWithCatalog,
  }),
  ...collectionRoutes({
    path: '/iiif/presentation/3/sources/:id/',
    summary: 'Get the IIIF collection of a source',
    respond: respondWithSource,
  }),
  ...collectionRoutes({
    path: '/iiif/presentation/3/collections/:id/',
    summary: 'Get the IIIF collection of a collection',
    respond: respondWithCollection,
  }),
]

interface CollectionRoutes {
  path: string
  summary: string
  respond: (request: RouteRequest) => Promise<Reply>
}

/** The routes of a collection and of the ranges of its items. */
function collectionRoutes({ path, summary, respond }: CollectionRoutes) {
  const shared = {
    method: 'GET',
    cacheable: true,
    mayLag: true,
    responses: { 200: jsonLdResponse(`A Collection with up to ${MAX_IIIF_ITEMS} items.`) },
    handle: respond,
  } as const
  return [
    route({ ...shared, path, summary }),
    route({ ...shared, path: `${path}:range/`, summary: `${summary}, items of a range of ids` }),
  ]
}

async function respondWithCatalog(request: RouteRequest): Promise<Reply> {
  const { catalog, links } = request
  const siteName = await getSiteName(catalog.reads)
  return respondWithItems(request, { kind: 'catalog' }, describeCatalog(siteName, links))
}

async function respondWithSource(request: RouteRequest): Promise<Reply> {
  const { catalog, caller, params, links } = request
  const id = parseId(params.id, 'Source')
  const source = await requireSource(catalog.reads, id, getVisibility(caller))
  const siteName = await getSiteName(catalog.reads)
  return respondWithItems(request, { kind: 'source', id }, describeSource(source, siteName, links))
}

async function respondWithCollection(request: RouteRequest): Promise<Reply> {
  const { catalog, caller, params, links } = request
  const id = parseId(params.id, 'Collection')
  const visibility = getVisibility(caller)
  const collection = await getCollection(catalog.reads, id, visibility)
  const source = await requireSource(catalog.reads, collection.source_id, visibility)
  const description = describeCollection(collection, source, links)
  return respondWithItems(request, { kind: 'collection', id }, description)
}

async function respondWithItems(
  { catalog, caller, params, headers, links }: RouteRequest,
  parent: Parent,
  whole: Description,
): Promise<Reply> {
  const range = params.range === undefined ? undefined : parseIdRange(params.range)
  const items = await listItems(catalog.reads, parent, range ?? ALL_IDS, getVisibility(caller))
  if (params.range !== undefined && (!range || isEmpty(items))) throw notFound('Range not found.')
  const context = { parent, links }
  const description = range ? describeRange(whole, range, context) : whole
  const document = buildCollection(description, presentItems(items, context))
  return jsonLd(document, PRESENTATION_CONTEXT, headers)
}

function isEmpty(items: Items): boolean {
  return 'rows' in items && items.rows.length === 0
}
