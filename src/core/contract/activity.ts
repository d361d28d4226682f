import { z } from 'zod'

/** The activity feed: an array of events, newest first. */

/** UTC with six digits; no two events have the same. */
const timestamp = z.iso.datetime({ precision: 6 })

const groupImage = z.strictObject({
  id: z.int(),
  title: z.string(),
  thumbnail: z.url().nullable(),
})

/** What one user did without a pause of more than three hours. */
const group = {
  user: z.string(),
  /** Of contributions to images that are public. */
  count: z.int().min(1),
  started_at: timestamp,
  ended_at: timestamp,
  /** One entry for each contribution, newest first; the newest thousand. */
  images: z.array(groupImage),
}

function event<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.strictObject({ type: z.literal(type), timestamp, data: z.strictObject(data) })
}

export const activityEvent = z.discriminatedUnion('type', [
  event('georeference_group', group),
  event('comment', {
    user: z.string(),
    text: z.string(),
    image_id: z.int(),
    image_title: z.string(),
  }),
  event('user_milestone', { user: z.string(), count: z.int() }),
  event('sitewide_milestone', { count: z.int() }),
  event('subject_introduction', {
    /** Null where it was not kept. */
    user: z.string().nullable(),
    subject_id: z.int(),
    subject_title: z.string(),
    /** A public image of the subject; null when it has none now. */
    representative_image_id: z.int().nullable(),
    representative_image_thumbnail: z.url().nullable(),
  }),
  event('subject_activity_group', {
    ...group,
    action: z.enum(['added', 'removed', 'reordered']),
    /** Null of a reordering. */
    subject_id: z.int().nullable(),
    subject_title: z.string().nullable(),
    /** Ids of subjects, only of a reordering. */
    previous_order: z.array(z.int()).optional(),
    new_order: z.array(z.int()).optional(),
  }),
  event('collection_introduction', { collection_id: z.int(), collection_name: z.string() }),
])

export type ActivityEvent = z.infer<typeof activityEvent>

export const activityFeed = z.array(activityEvent)
