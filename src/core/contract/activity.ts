import { z } from 'zod'
import { timestamp } from './timestamp.ts'

/** The activity feed: an array of events, newest first. */

const user = z.string().meta({ examples: ['ada'] })
const imageTitle = z.string().meta({ examples: ['Market square'] })

const groupImage = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    title: imageTitle,
    thumbnail: z.url().nullable(),
  })
  .meta({ id: 'ActivityImage', description: 'An image as the feed names it.' })

/** What one user did without a pause of more than three hours. */
const group = {
  user,
  count: z.int().min(1).describe('Of contributions to images that are public.'),
  started_at: timestamp,
  ended_at: timestamp,
  images: z
    .array(groupImage)
    .describe('One entry for each contribution, newest first; the newest thousand.'),
}

function event<Type extends string, Data extends z.ZodRawShape>(
  type: Type,
  description: string,
  data: Data,
) {
  return z
    .strictObject({
      type: z.literal(type),
      timestamp: timestamp.describe('No two events have the same.'),
      data: z.strictObject(data),
    })
    .meta({ id: `${inCapitals(type)}Event`, description })
}

/** `user_milestone` → `UserMilestone`. */
function inCapitals(type: string): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('')
}

export const activityEvent = z
  .discriminatedUnion('type', [
    event('georeference_group', 'Somebody placed images on the map, without a long pause.', group),
    event('comment', 'Somebody wrote about an image.', {
      user,
      text: z.string().meta({ examples: ['The tower burnt down in 1912.'] }),
      image_id: z.int().meta({ examples: [12] }),
      image_title: imageTitle,
    }),
    event('user_milestone', 'Somebody has placed so many images.', { user, count: z.int() }),
    event('sitewide_milestone', 'The community has placed so many images.', { count: z.int() }),
    event('subject_introduction', 'A subject was used for the first time.', {
      user: z.string().nullable().describe('Null where it was not kept.'),
      subject_id: z.int(),
      subject_title: z.string(),
      representative_image_id: z
        .int()
        .nullable()
        .describe('A public image of the subject; null when it has none now.'),
      representative_image_thumbnail: z.url().nullable(),
    }),
    event(
      'subject_activity_group',
      'Somebody tagged images with a subject, took it off, or reordered the subjects of one.',
      {
        ...group,
        action: z.enum(['added', 'removed', 'reordered']),
        subject_id: z.int().nullable().describe('Null of a reordering.'),
        subject_title: z.string().nullable(),
        previous_order: z.array(z.int()).optional().describe('Of subjects; only of a reordering.'),
        new_order: z.array(z.int()).optional().describe('Of subjects; only of a reordering.'),
      },
    ),
    event('collection_introduction', 'The administrator announced a collection.', {
      collection_id: z.int(),
      collection_name: z.string(),
    }),
  ])
  .meta({ id: 'ActivityEvent', description: 'Something that happened, by its type.' })

export type ActivityEvent = z.infer<typeof activityEvent>

export const activityFeed = z.array(activityEvent).describe('Events, newest first.')
