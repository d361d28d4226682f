import type { Micros } from '../../base/clock.ts'
import type { ActivityPageRequest } from '../../contract/activity-query.ts'
import { selectFeed, type WantedTypes } from './feed.ts'
import type { GroupImage } from './group-images.ts'
import type { Reads } from '../../database/store.ts'
import { EVENT_TYPES, type SubjectAction } from '../../model/event-types.ts'

/** Lists the events that the public sees, newest first. */
export async function listActivity(
  reads: Reads,
  { types, before = Number.MAX_SAFE_INTEGER, limit }: ActivityPageRequest,
): Promise<ActivityRow[]> {
  const wanted = EVENT_TYPES.map((type) => [type, types.includes(type) ? 1 : 0])
  const page = { ...(Object.fromEntries(wanted) as WantedTypes), before, limit }
  const rows = await selectFeed(reads, page)
  return rows.map((row) => ({ ...row, images: parseImages(row) }) as ActivityRow)
}

/** An event. Constraints of the database ensure that the columns of its type are not null. */
export type ActivityRow = { timestamp: Micros } & References &
  (
    | ({ type: 'georeference_group' } & Group)
    | ({ type: 'comment'; username: string; text: string } & CommentedImage)
    | { type: 'user_milestone'; username: string; milestone: number }
    | { type: 'sitewide_milestone'; milestone: number }
    | ({ type: 'subject_introduction'; subject_id: number; subject_title: string } & Introduction)
    | ({ type: 'subject_activity_group' } & SubjectGroup)
    | { type: 'collection_introduction'; collection_id: number; collection_name: string }
  )

/** Targets of links on pages. */
interface References {
  /** Null if the user is unknown, or for an event without a user. */
  user_id: number | null
  /** Null if the subject was deleted, or for an event without a subject. */
  subject_slug: string | null
}

interface Group {
  username: string
  /** All contributions to public images; `images` may list fewer. */
  count: number
  started_at: Micros
  ended_at: Micros
  images: GroupImage[]
}

interface CommentedImage {
  image_id: number
  image_title: string
  image_generation: string | null
}

interface Introduction {
  username: string | null
  /** The subject's representative image; null if it has no public image. */
  image_id: number | null
  image_generation: string | null
}

interface SubjectGroup extends Group {
  action: SubjectAction
  subject_id: number | null
  subject_title: string | null
  /** JSON text, of a reordering. */
  previous_order: string | null
  new_order: string | null
}

type FeedRow = Awaited<ReturnType<typeof selectFeed>>[number]

/** A reordering reports exactly one image. */
function parseImages(row: FeedRow): GroupImage[] {
  if (row.images !== null) return JSON.parse(row.images) as GroupImage[]
  const { image_id: id, image_title: title, image_generation: generation } = row
  return id === null || title === null ? [] : [{ id, title, generation }]
}
