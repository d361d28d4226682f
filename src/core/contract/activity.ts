import { z } from 'zod'
import { timestamp } from './timestamp.ts'

/** The activity feed: an array of events, newest first. Times are UTC. */

const user = z.string().meta({ examples: ['ada'] })
const imageTitle = z.string().meta({ examples: ['Market square'] })

const groupImage = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    title: imageTitle,
    thumbnail: z.url().nullable().describe('URL of a small JPEG. Null until it is generated.'),
  })
  .meta({ id: 'ActivityImage', description: 'An image in an event of the activity feed.' })

/** Contributions of one user with no pause of more than three hours. */
const group = {
  user,
  count: z.int().min(1).describe('Number of contributions to public images.'),
  started_at: timestamp,
  ended_at: timestamp,
  images: z
    .array(groupImage)
    .describe('One entry per contribution, newest first. At most 1,000 entries.'),
}

function event<Type extends string, Data extends z.ZodRawShape>(
  type: Type,
  description: string,
  data: Data,
) {
  return z
    .strictObject({
      type: z.literal(type),
      timestamp: timestamp.describe('Time of the event. Unique among all events.'),
      data: z.strictObject(data),
    })
    .meta({ id: `${toPascalCase(type)}Event`, description })
}

/** `user_milestone` → `UserMilestone`. */
function toPascalCase(type: string): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('')
}

export const activityEvent = z
  .discriminatedUnion('type', [
    event('georeference_group', 'A user georeferenced images without a long pause.', group),
    event('comment', 'A user commented on an image.', {
      user,
      text: z.string().meta({ examples: ['The tower burnt down in 1912.'] }),
      image_id: z.int().meta({ examples: [12] }),
      image_title: imageTitle,
    }),
    event('user_milestone', 'A user reached this number of georeferences.', {
      user,
      count: z.int(),
    }),
    event('sitewide_milestone', 'The community reached this number of georeferences.', {
      count: z.int(),
    }),
    event('subject_introduction', 'A subject was used for the first time.', {
      user: z.string().nullable().describe('Null if the user is unknown.'),
      subject_id: z.int(),
      subject_title: z.string(),
      representative_image_id: z
        .int()
        .nullable()
        .describe('Id of a public image of the subject. Null if there is none.'),
      representative_image_thumbnail: z
        .url()
        .nullable()
        .describe('URL of a small JPEG. Null if there is no image or no JPEG yet.'),
    }),
    event(
      'subject_activity_group',
      'A user added a subject to images, removed it, or reordered the subjects of an image.',
      {
        ...group,
        action: z.enum(['added', 'removed', 'reordered']),
        subject_id: z
          .int()
          .nullable()
          .describe('Null if subjects were reordered, or if the subject was deleted.'),
        subject_title: z
          .string()
          .nullable()
          .describe('Null if subjects were reordered, or if the subject was deleted.'),
        previous_order: z
          .array(z.int())
          .optional()
          .describe(
            'Ids of the subjects in their previous order. Only if subjects were reordered.',
          ),
        new_order: z
          .array(z.int())
          .optional()
          .describe('Ids of the subjects in their new order. Only if subjects were reordered.'),
      },
    ),
    event('collection_introduction', 'The administrator announced a collection.', {
      collection_id: z.int(),
      collection_name: z.string(),
    }),
  ])
  .meta({
    id: 'ActivityEvent',
    description: 'An event of the activity feed. `type` determines the members of `data`.',
  })

export type ActivityEvent = z.infer<typeof activityEvent>

export const activityFeed = z.array(activityEvent).describe('Events, newest first.')
