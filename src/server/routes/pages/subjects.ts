import { subjectQuery } from '../../../core/contract/subject.ts'
import { findMiddle, joinExtents, type Extent } from '../../../core/model/geometry/extent.ts'
import { findOutlineExtent } from '../../../core/model/geometry/outline-extent.ts'
import { DEFAULT_IMAGE_ORDER } from '../../../core/model/orders.ts'
import type { AreaBounds } from '../../../core/model/tiles/areas.ts'
import type { PlacedExtent } from '../../../core/model/tiles/placed-extent.ts'
import { parsePage, type PageRequest } from '../../../core/model/page.ts'
import { countUnplaced } from '../../../core/queries/queues/placing.ts'
import { findSubjectCovers } from '../../../core/queries/images/covers.ts'
import { listImages } from '../../../core/queries/images/images.ts'
import {
  getSubjectBySlug,
  getSubjectGeometry,
  listSubjects,
} from '../../../core/queries/subjects/subjects.ts'
import { createSubjectListPage } from '../../pages/subjects/subject-list.ts'
import { createSubjectPage } from '../../pages/subjects/subject.ts'
import { presentCover } from '../../presenters/cover.ts'
import { presentImage } from '../../presenters/image.ts'
import { presentShownSubject } from '../../presenters/subject-page.ts'
import { readCatalogMap } from './catalog-map.ts'
import { pageRoute } from './page-route.ts'

const CARDS = 48
const FIRST_IMAGES: PageRequest = { number: 1, size: 24 }

export const subjectListPageRoute = pageRoute({
  path: '/subjects/',
  mayLag: true,
  summary: 'Show the subjects',
  query: subjectQuery.pick({ page: true, ordering: true }),
  async show(visit, { catalog: { reads }, query, links }) {
    const page = { number: parsePage(query).number, size: CARDS }
    const { rows, count } = await listSubjects(
      reads,
      { visibility: 'public' },
      query.ordering,
      page,
    )
    const covers = await findSubjectCovers(
      reads,
      rows.map(({ id }) => id),
    )
    const subjects = rows.map((row) => ({
      ...presentShownSubject(row),
      cover: presentCover(covers(row.id), links),
    }))
    const isByCount = query.ordering[0]?.field === 'image_count'
    return createSubjectListPage(visit, { paging: { page, count }, subjects, isByCount })
  },
})

export const subjectPageRoute = pageRoute({
  path: '/subjects/:slug/',
  mayLag: true,
  summary: 'Show a subject',
  async show(visit, { catalog, params, links }) {
    const subject = await getSubjectBySlug(catalog.reads, params.slug ?? '', 'public')
    const filter = { visibility: 'public', subjects: { ids: [subject.id], kbIds: [] } } as const
    const [images, outlines, map, unplaced] = await Promise.all([
      listImages(catalog, filter, [DEFAULT_IMAGE_ORDER], FIRST_IMAGES),
      getSubjectGeometry(catalog.reads, subject.id, 'public'),
      readCatalogMap({ catalog, links }, { points: filter, areas: filter }),
      countUnplaced(catalog, filter),
    ])
    const outline = findOutlineExtent(outlines)
    return createSubjectPage(visit, {
      subject: presentShownSubject(subject),
      center: outline && findMiddle(outline),
      map: { ...map, extent: outline ? addOutline(map.extent, outline) : map.extent },
      unplaced,
      images: images.rows.map((image) => presentImage(image, links, visit.language)),
    })
  },
})

/** Adds the extent of its outline to that of the pictures of a subject. */
function addOutline(placed: PlacedExtent | null, outline: Extent): PlacedExtent {
  const add = (bounds: AreaBounds | undefined): AreaBounds => {
    const { west, south, east, north } = bounds ?? toBounds(outline)
    return toBounds(joinExtents(outline, [west, south, east, north]))
  }
  return { main: add(placed?.main), all: add(placed?.all) }
}

function toBounds([west, south, east, north]: Extent): AreaBounds {
  return { west, south, east, north }
}
