import { formatTimestamp } from '../../core/base/clock.ts'
import type { ActivityEvent } from '../../core/contract/activity.ts'
import type { ActivityRow } from '../../core/queries/feed/activity.ts'
import type { Links } from '../http/links.ts'
import { thumbnailUrl, type ThumbnailFields } from './image-urls.ts'

type RowOf<Type extends ActivityRow['type']> = Extract<ActivityRow, { type: Type }>
type DataOf<Type extends ActivityEvent['type']> = Extract<ActivityEvent, { type: Type }>['data']

export function presentEvent(row: ActivityRow, links: Links): ActivityEvent {
  const timestamp = formatTimestamp(row.timestamp)
  switch (row.type) {
    case 'georeference_group':
      return { type: row.type, timestamp, data: presentGroup(row, links) }
    case 'comment': {
      const { username: user, text, image_id, image_title } = row
      return { type: row.type, timestamp, data: { user, text, image_id, image_title } }
    }
    case 'user_milestone':
      return { type: row.type, timestamp, data: { user: row.username, count: row.milestone } }
    case 'sitewide_milestone':
      return { type: row.type, timestamp, data: { count: row.milestone } }
    case 'subject_introduction':
      return { type: row.type, timestamp, data: presentIntroduction(row, links) }
    case 'subject_activity_group':
      return { type: row.type, timestamp, data: presentSubjectGroup(row, links) }
    default: {
      const { collection_id, collection_name } = row
      return { type: row.type, timestamp, data: { collection_id, collection_name } }
    }
  }
}

function presentGroup(
  row: RowOf<'georeference_group' | 'subject_activity_group'>,
  links: Links,
): DataOf<'georeference_group'> {
  return {
    user: row.username,
    count: row.count,
    started_at: formatTimestamp(row.started_at),
    ended_at: formatTimestamp(row.ended_at),
    images: row.images.map((image) => presentGroupImage(image, links)),
  }
}

function presentGroupImage(image: ThumbnailFields & { title: string }, links: Links) {
  return { id: image.id, title: image.title, thumbnail: thumbnailUrl(links, image) }
}

function presentSubjectGroup(
  row: RowOf<'subject_activity_group'>,
  links: Links,
): DataOf<'subject_activity_group'> {
  const { user, count, started_at, ended_at, images } = presentGroup(row, links)
  const { action, subject_id, subject_title } = row
  const group = { user, action, count, started_at, ended_at, subject_id, subject_title, images }
  if (row.previous_order === null || row.new_order === null) return group
  const previous_order = JSON.parse(row.previous_order) as number[]
  return { ...group, previous_order, new_order: JSON.parse(row.new_order) as number[] }
}

function presentIntroduction(
  {
    username: user,
    subject_id,
    subject_title,
    image_id,
    image_generation,
  }: RowOf<'subject_introduction'>,
  links: Links,
): DataOf<'subject_introduction'> {
  return {
    user,
    subject_id,
    subject_title,
    representative_image_id: image_id,
    representative_image_thumbnail:
      image_id === null
        ? null
        : thumbnailUrl(links, { id: image_id, generation: image_generation }),
  }
}
