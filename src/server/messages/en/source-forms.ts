import { html, type Html } from '../../../core/base/html.ts'

/** The pages of sources and collections for staff. */
export const sourceForms = {
  title: 'Sources and collections',
  introduction:
    'Every image belongs to a collection, and every collection to a source. An image is public if both are.',
  newSource: 'New source',
  newCollection: 'New collection',
  create: 'Create',
  fields: {
    name: 'Name',
    slug: 'Short name in addresses',
    url: 'Website',
    description: 'Description',
  },
  hints: {
    slug: 'Small letters, digits and hyphens. Changing it breaks links.',
    newSlug: 'Empty: derived from the name',
  },
  publicPage: 'Public page',
  preview: 'Preview',
  number: (id: number) => `Collection number ${id}`,
  visibility: 'Visibility',
  publish: 'Publish',
  hide: 'Hide',
  sourceIsPublic: 'This source is public, with all its public collections.',
  sourceIsHidden: 'This source is hidden, with all its collections.',
  collectionIsPublic: 'This collection is public, with all its images.',
  collectionIsHidden: 'This collection is hidden, with all its images.',
  sourceHidesIt: 'This collection would be public, but its source is hidden.',
  hidingExplained:
    'Hiding gives the pictures new URLs. The old URLs stop working immediately, but browsers and CDNs may keep cached pictures for up to a year. Creating the new URLs takes minutes, or hours for very many pictures; until then, the pictures are not displayed.',
  announcement: 'Announcement',
  notAnnounced: 'The activity feed can announce this collection once.',
  announcedOn: (day: Html) => html`Announced on ${day}.`,
  publishFirst: 'A collection can be announced when it is public.',
  announce: 'Announce in the activity feed',
  done: {
    saved: 'The changes are saved.',
    created: 'Created. It is not public yet.',
    published: 'It is public now.',
    hidden: 'It is hidden now.',
    announced: 'The collection was announced.',
  },
}
