import type { ActivityPage } from '../contract/activity-query.ts'
import {
  newestAnnouncements,
  newestComments,
  newestGeoreferenceGroups,
  newestIntroductions,
  newestSitewideMilestones,
  newestSubjectGroups,
  newestUserMilestones,
  type FeedPage,
} from '../activity/feed.ts'
import {
  georeferencedImages,
  representativeImages,
  taggedImages,
} from '../activity/group-images.ts'
import type { Reads } from '../db/store.ts'
import type { EventType } from '../model/event-types.ts'

/** Events of the feed, newest first, as the public sees them: ten statements at most, however long the feed is. */
export async function listActivity(reads: Reads, { types, ...page }: ActivityPage) {
  const found = await Promise.all(types.map((type) => NEWEST[type](reads, page)))
  const newest = found
    .flat()
    .sort((one, other) => other.timestamp - one.timestamp)
    .slice(0, page.limit)
  const [georeferences, subjects, introductions] = await Promise.all([
    withGeoreferences(reads, newest.filter(isOf('georeference_group'))),
    withSubjectChanges(reads, newest.filter(isOf('subject_activity_group'))),
    withRepresentatives(reads, newest.filter(isOf('subject_introduction'))),
  ])
  const others = newest.filter(isOf(...COMPLETE))
  return [...others, ...georeferences, ...subjects, ...introductions].sort(
    (one, other) => other.timestamp - one.timestamp,
  )
}

export type ActivityRow = Awaited<ReturnType<typeof listActivity>>[number]

/** These need nothing beside their row. */
const COMPLETE = [
  'comment',
  'user_milestone',
  'sitewide_milestone',
  'collection_introduction',
] as const

const NEWEST = {
  georeference_group: typed('georeference_group', newestGeoreferenceGroups),
  comment: typed('comment', newestComments),
  user_milestone: typed('user_milestone', newestUserMilestones),
  sitewide_milestone: typed('sitewide_milestone', newestSitewideMilestones),
  subject_introduction: typed('subject_introduction', newestIntroductions),
  subject_activity_group: typed('subject_activity_group', newestSubjectGroups),
  collection_introduction: typed('collection_introduction', newestAnnouncements),
}

type Event = Awaited<ReturnType<(typeof NEWEST)[EventType]>>[number]
type EventOf<Type extends EventType> = Extract<Event, { type: Type }>

function typed<Type extends EventType, Row>(
  type: Type,
  newest: (reads: Reads, page: FeedPage) => Promise<Row[]>,
) {
  return async (reads: Reads, page: FeedPage) =>
    (await newest(reads, page)).map((row) => ({ type, ...row }))
}

function isOf<Type extends EventType>(...types: Type[]) {
  return (event: Event): event is EventOf<Type> => types.some((type) => type === event.type)
}

async function withGeoreferences(reads: Reads, events: EventOf<'georeference_group'>[]) {
  const stretches = events.map(stretchOf)
  return withImages(events, await georeferencedImages(reads, stretches))
}

async function withSubjectChanges(reads: Reads, events: EventOf<'subject_activity_group'>[]) {
  const joined = events.filter((event) => event.image_id === null)
  const stretches = joined.map((event) => ({
    ...stretchOf(event),
    subjectId: event.subject_id ?? 0,
    action: event.action,
  }))
  const alone = events.flatMap(({ image_id, image_title, image_generation, ...event }) =>
    image_id === null
      ? []
      : {
          ...event,
          count: 1,
          images: [{ id: image_id, title: image_title ?? '', generation: image_generation }],
        },
  )
  return [...withImages(joined, await taggedImages(reads, stretches)), ...alone]
}

async function withRepresentatives(reads: Reads, events: EventOf<'subject_introduction'>[]) {
  const subjects = events.map((event) => event.subject_id)
  const images = await representativeImages(reads, subjects)
  return events.map((event) => ({ ...event, image: images.get(event.subject_id) ?? null }))
}

function stretchOf(event: EventOf<'georeference_group' | 'subject_activity_group'>) {
  return { userId: event.user_id, from: event.started_at, to: event.ended_at }
}

/** An event whose last image was hidden a moment ago is left out. */
function withImages<Row, Images extends { count: number }>(rows: Row[], images: Images[]) {
  return rows.flatMap((row, at) => {
    const shown = images[at]
    return shown && shown.count > 0 ? [{ ...row, ...shown }] : []
  })
}
