import { html, type Html } from '../../../core/base/html.ts'
import { plural } from './plural.ts'

/** The activity feed. Sentences take links as markup. */
export const activity = {
  title: 'Activity',
  introduction: 'What the community has done lately. Days and times are in UTC.',
  kinds: 'Kinds of activity',
  all: 'Everything',
  placements: 'Placements',
  comments: 'Comments',
  subjects: 'Subjects',
  milestones: 'Milestones',
  collections: 'Collections',
  none: 'Nothing has happened yet.',
  noneBefore: 'There is nothing earlier.',
  earlier: 'Earlier activity',
  newest: 'Newest activity',
  placed: (user: Html, count: number) =>
    html`${user} placed ${plural(count, { one: 'image', other: 'images' })} on the map`,
  commented: (user: Html, image: Html) => html`${user} commented on ${image}`,
  userMilestone: (user: Html, count: string) => html`${user} reached ${count} placements`,
  siteMilestone: (count: string) => html`The community reached ${count} placements`,
  introduced: (user: Html, subject: Html) => html`${user} introduced the subject ${subject}`,
  introducedByUnknown: (subject: Html) => html`${subject} is a new subject`,
  added: (user: Html, subject: Html, count: number) =>
    html`${user} added ${subject} to ${plural(count, { one: 'image', other: 'images' })}`,
  removed: (user: Html, subject: Html, count: number) =>
    html`${user} removed ${subject} from ${plural(count, { one: 'image', other: 'images' })}`,
  reordered: (user: Html) => html`${user} reordered the subjects of an image`,
  deletedSubject: 'a deleted subject',
  collectionIntroduced: (collection: Html) => html`New collection: ${collection}`,
  more: (count: string) => `and ${count} more`,
}
