import { z } from 'zod'
import { toIssue } from '../../../core/base/problems/problem.ts'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import { parseMediaFragment } from '../../../core/iiif/media-fragment.ts'
import { findCheckObstacle } from '../../../core/writes/validations/check-georeference.ts'
import { getChosenModel } from '../../../core/queries/settings/chosen-model.ts'
import { listHiddenComments } from '../../../core/queries/people/hidden-comments.ts'
import { findNearby } from '../../../core/queries/images/images-around.ts'
import { findNeighbors } from '../../../core/queries/images/neighbors.ts'
import { findOwnRetagging } from '../../../core/queries/own/last-retagging.ts'
import { findWithdrawable } from '../../../core/queries/places/withdrawal.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import type { Refused } from '../../pages/contribute/section.ts'
import type { ImageContent } from '../../pages/image/image-content.ts'
import { createImagePage } from '../../pages/image/page.ts'
import type { Page } from '../../pages/layout.ts'
import { formatDistance } from '../../pages/parts/distance.ts'
import type { Picture } from '../../pages/parts/pictures.ts'
import type { Visit } from '../../pages/visit.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentComment } from '../../presenters/image-detail.ts'
import { presentImage } from '../../presenters/image.ts'
import type { RouteRequest } from '../../http/route.ts'
import { readImagePage } from '../read-image-page.ts'
import { pageRoute } from './page-route.ts'
import { readThenAndNow } from './then-and-now.ts'

/** Rows of thumbnails that are full at most widths. */
const NEARBY = 8

const partOfPicture = z
  .string()
  .refine((text) => parseMediaFragment(text) !== undefined, toIssue(['not_a_part']))

export const imagePageRoute = pageRoute({
  path: '/:id/',
  // Other pages' paths have one segment, too.
  pathPattern: /^\/(\d+)\/?$/,
  mayLag: true,
  summary: 'Show the page of an image',
  query: z.object({
    compare: z.string().optional().describe('Id of the image of the same view to compare it with.'),
    xywh: partOfPicture
      .optional()
      .describe(
        'Part of the picture to show first, in pixels, or after `percent:`: `10,20,300,200`.',
      ),
    done: z.string().optional().describe('What the last form did.'),
  }),
  show: (visit, request) => showImage(visit, request, request.query),
})

interface Shown {
  /** Id of an image to compare it with. */
  compare?: string | undefined
  /** Part of the picture. */
  xywh?: string | undefined
  done?: string | undefined
  refused?: Refused
}

/** Shows the page of an image, on which a form did something or was refused. */
export async function showImage(
  visit: Visit,
  request: Pick<RouteRequest, 'catalog' | 'params' | 'links'>,
  { compare, xywh, done, refused }: Shown,
): Promise<Page> {
  const { catalog, params, links } = request
  const { reads, config, clock } = catalog
  const id = parseId(params.id, 'Image')
  const presented = await readImagePage(request, { visit, id })
  const thenAndNow = await readThenAndNow(visit, catalog, { ...presented, compare })
  const [
    neighbors,
    nearby,
    model,
    basemap,
    checkObstacle,
    withdrawable,
    retagging,
    hiddenComments,
  ] = await Promise.all([
    findNeighbors(reads, { id, collectionId: presented.image.collection.id }),
    listNearby(visit, catalog, { ...presented, thenAndNow }),
    getChosenModel(reads),
    findBasemap(config, links),
    visit.session ? findCheckObstacle(reads, visit.session) : 'signedOut',
    visit.session
      ? findWithdrawable(reads, id, { userId: visit.session.userId, now: clock.now() })
      : undefined,
    visit.session
      ? findOwnRetagging(reads, { imageId: id, userId: visit.session.userId })
      : undefined,
    visit.session?.isStaff ? listHiddenComments(reads, id) : [],
  ])
  return createImagePage(visit, {
    ...presented,
    neighbors,
    thenAndNow,
    nearby,
    hasSimilar: model !== null && presented.isComparable && presented.isPublic,
    basemap,
    mayCheck: checkObstacle === undefined,
    withdrawable,
    retagging,
    hiddenComments: hiddenComments.map(presentComment),
    part: xywh === undefined ? undefined : parseMediaFragment(xywh),
    done,
    refused,
  })
}

async function listNearby(
  { language, links, messages }: Visit,
  { reads }: Pick<Catalog, 'reads'>,
  { image, placement, thenAndNow }: Pick<ImageContent, 'image' | 'placement' | 'thenAndNow'>,
): Promise<Picture[]> {
  if (!placement) return []
  const shown = thenAndNow?.pictures.map(({ id }) => id) ?? []
  const except = new Set([image.id, ...shown])
  const images = await findNearby(reads, { except, position: placement, limit: NEARBY })
  return images.map((found) => ({
    ...presentImage(found, links, language),
    note: messages.search.metersAway(formatDistance(language, found.camera.distance)),
  }))
}
