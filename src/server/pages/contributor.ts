import type { User } from '../../core/contract/user.ts'
import { html } from '../../core/base/html.ts'
import { renderCounts } from './counts.ts'
import { renderBreadcrumbs } from './parts/breadcrumbs.ts'
import { renderDataLinks } from './parts/data-links.ts'
import { formatDay } from './day.ts'
import { renderName, toPlainName } from './display-name.ts'
import type { Page } from './layout.ts'
import type { CatalogMap } from './parts/catalog-map.ts'
import { pageUrl } from './parts/list-url.ts'
import { mapPolicy } from './parts/map-frame.ts'
import { renderOverviewMap } from './parts/overview-map.ts'
import { renderPager, type Paging } from './parts/pager.ts'
import { renderPictures, type Picture } from './parts/pictures.ts'
import type { Visit } from './visit.ts'

export interface ContributorContent {
  user: User
  paging: Paging
  /** One page of the images whose current camera position is theirs, newest first. */
  points: readonly PlacedImage[]
  /** Images from above whose current area is theirs, newest first. */
  areas: readonly PlacedImage[]
  map: CatalogMap
}

export interface PlacedImage extends Omit<Picture, 'date_display'> {
  /** ISO 8601. */
  placedAt: string
}

const MAX_TITLE_NAME = 60

/** Shows a contributor with their counts and the images that they placed. */
export function createContributorPage(visit: Visit, content: ContributorContent): Page {
  const { user, paging, points, areas, map } = content
  const { contributors } = visit.messages
  const shown = (images: readonly PlacedImage[], label: string) =>
    renderPictures(
      visit,
      images.map((image) => ({
        ...image,
        date_display: formatDay(visit.language, image.placedAt, 'medium'),
      })),
      label,
    )
  return {
    title: toPlainName(user.username, MAX_TITLE_NAME),
    hasPictures: true,
    isEnhanced: true,
    ...mapPolicy(map.basemap),
    canonicalUrl: pageUrl(visit, paging.page.number),
    feed: {
      pagePath: `/contributors/${user.id}/`,
      title: toPlainName(user.username, MAX_TITLE_NAME),
    },
    main: html`${renderBreadcrumbs(visit, [
        { url: visit.links.base('/contributors/'), name: contributors.title },
      ])}
      <h1>${renderName(user.username)}</h1>
      ${renderCounts(visit.language, [
        [contributors.points, user.point_georeferences],
        [contributors.areas, user.from_above_georeferences],
      ])}
      ${
        points.length + areas.length === 0
          ? html`<p class="note">${contributors.none}</p>`
          : html`<p class="soft">${contributors.currentHint}</p>`
      }
      ${renderOverviewMap(visit, map, `?georeferenced_by=${user.id}`)}
      ${
        points.length > 0 &&
        html`<h2 id="points">${contributors.current}</h2>
          ${shown(points, 'points')} ${renderPager(visit, paging)}`
      }
      ${
        areas.length > 0 &&
        html`<h2 id="areas">${contributors.currentAreas}</h2>
          ${shown(areas, 'areas')}`
      }
      ${renderDataLinks(visit, { jsonUrl: visit.links.api(`/users/${user.id}/`) })}`,
  }
}
