import type { Micros } from '../../core/base/clock.ts'
import { html, type Html } from '../../core/base/html.ts'
import type { GeoreferenceKind } from '../../core/model/georeference-kind.ts'
import type { ActivityRow } from '../../core/queries/feed/activity.ts'
import type { PublicCommentRow } from '../../core/queries/people/comments.ts'
import type { PlacementRow } from '../../core/queries/places/georeferences.ts'
import type { ImageRow } from '../../core/queries/images/images.ts'
import { thumbnailUrl } from '../presenters/image-urls.ts'
import { renderDetails, renderSentence } from '../pages/activity/event.ts'
import { formatContributorName, renderName } from '../pages/display-name.ts'
import { renderUserText } from '../pages/parts/user-text.ts'
import type { Visit } from '../pages/visit.ts'
import { presentImage } from '../presenters/image.ts'
import { presentShownEvent } from '../presenters/shown-event.ts'
import type { FeedEntry } from './atom-feed.ts'

/** An image that was imported, and when it last changed. The URL of its page is the id. */
export function createImageEntry(
  { links, language }: Visit,
  row: ImageRow,
  updatedAt: Micros | undefined,
): FeedEntry {
  const image = presentImage(row, links, language)
  const { id, title, thumbnail, creator, date_display, collection } = image
  const url = links.image(id)
  const facts = [date_display, collection.name].filter((text) => text !== '').join(' · ')
  return {
    id: url,
    title,
    url,
    at: row.created_at,
    updatedAt,
    author: creator || collection.source_name,
    content: html`${renderThumbnail({ url, title, thumbnail })}
      <p>${facts}</p>`,
  }
}

/** Creates the entry of a placement. */
export function createPlacementEntry(
  visit: Visit,
  kind: GeoreferenceKind,
  row: PlacementRow,
): FeedEntry {
  const { links, messages } = visit
  const { image_id, image_title: title, generation, username, confidence } = row
  const url = links.image(image_id)
  const author = formatContributorName(visit, username)
  const thumbnail = thumbnailUrl(links, { id: image_id, generation })
  return {
    id: `${url}#${kind}-${row.id}`,
    title,
    url: `${url}#history`,
    at: row.created_at,
    author,
    content: html`${renderThumbnail({ url, title, thumbnail })}
      <p>${messages.check.placedBy(author, messages.editor.confidences[confidence])}</p>`,
  }
}

export function createCommentEntry(visit: Visit, row: PublicCommentRow): FeedEntry {
  const { links, messages } = visit
  const url = `${links.image(row.image_id)}#comment-${row.id}`
  const image = html`<bdi>${row.image_title}</bdi>`
  return {
    id: url,
    title: messages.activity.commented(renderName(row.username), image),
    url,
    at: row.created_at,
    author: formatContributorName(visit, row.username),
    content: html`<p>${renderUserText(links, row.text)}</p>`,
  }
}

/** An event of the activity feed. A group keeps its id while it grows. */
export function createEventEntry(visit: Visit, row: ActivityRow): FeedEntry {
  const shown = presentShownEvent(row, visit.links)
  const started = 'started_at' in row ? row.started_at : row.timestamp
  const subject = 'subject_id' in row ? row.subject_id : null
  const key = [row.type, row.user_id, subject, started].filter((part) => part !== null).join('-')
  const username = 'username' in row ? row.username : null
  const sentence = renderSentence(visit, shown)
  return {
    id: visit.links.base(`/activity/#${key}`),
    title: sentence,
    url: findEventUrl(visit, row),
    at: row.timestamp,
    author: username === null ? visit.siteName : formatContributorName(visit, username),
    content: html`<p>${sentence}</p>
      ${renderDetails(visit, shown)}`,
  }
}

function findEventUrl({ links }: Visit, row: ActivityRow): string {
  if (row.type === 'comment') return links.image(row.image_id)
  if (row.subject_slug !== null) return links.base(`/subjects/${row.subject_slug}/`)
  if (row.type === 'collection_introduction')
    return links.base(`/collections/${row.collection_id}/`)
  return links.base('/activity/')
}

interface Thumbnail {
  url: string
  title: string
  thumbnail: string | null
}

function renderThumbnail({ url, title, thumbnail }: Thumbnail): Html | false {
  if (thumbnail === null) return false
  return html`<p>
    <a href="${url}"><img src="${thumbnail}" alt="${title}" /></a>
  </p>`
}
