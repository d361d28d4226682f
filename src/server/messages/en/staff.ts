import { html, type Html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('en')

/** The pages for staff. */
export const staff = {
  title: 'Staff',
  attention: 'Needs attention',
  nothingWaits: 'Nothing needs attention.',
  basemapMissing: (command: Html) =>
    html`Maps have no basemap: close up, they show neither streets nor coasts. Add them on the
    server: ${command}`,
  pages: 'Pages for staff',
  openFlags: 'Open reports',
  failedJobs: 'Failed jobs',
  damagedImages: 'Damaged pictures',
  pendingUploads: 'Uploads in progress',
  edit: 'Edit',
  flags: 'Reports to staff',
  resolve: 'Resolve',
  resolved: 'The report is resolved.',
  hideImage: 'Hide the image',
  hideTo: 'Collection that is not public',
  hideExplained:
    'This moves the image to a collection that is not public, and resolves the report. It can be reverted under “Changes”. The URLs of its pictures stop working immediately, but browsers and CDNs may keep cached copies for up to a year.',
  imageHidden: 'The image is hidden, and the report is resolved.',
  imageNotPublic: 'The image is not public.',
  noFlags: 'No open reports.',
  noMoreFlags: 'No later reports.',
  firstPage: 'Start of the list',
  reasons: {
    place: 'Cannot be placed, or is in the wrong place',
    date: 'Wrong date',
    rights: 'Rights',
    private: 'Private',
    duplicate: 'Duplicate',
    other: 'Something else',
  },
}

/** The home page of a catalog without images. */
export const setup = {
  title: 'First steps',
  basemap:
    'Without a map of the area, maps show neither streets nor coasts close up. Replace the words with the edges of the area in degrees:',
  introduction:
    'This catalog has no public images yet. Its administrator continues here, in a terminal on the server with CATALOG_DATA set to the data directory:',
  steps: {
    staff: 'Name the first staff member',
    source: 'Add a source',
    collection: 'Add a collection',
    images: 'Import images',
    public: 'Make the images public',
  },
  hints: {
    staff:
      'Staff members can import. NAME is the name with which you sign in; this also adds the common licenses.',
    source: 'A source is the institution or person that contributes images.',
    collection: 'A collection is a set of images of one source, such as an album.',
    images:
      'Sign in as a staff member, then import the images that a manifest lists. Images appear here once their source and collection are public.',
    public:
      'The images are imported, but visitors do not see them: their collection or its source is not public. The list shows which.',
  },
  done: 'Done',
}

/** The pages about users for staff. */
export const people = {
  title: 'People',
  name: 'Name',
  find: 'Find',
  lists: 'Lists of people',
  newest: 'Newest',
  suspended: 'Suspended',
  none: 'No people found.',
  since: (day: Html) => html`first signed in on ${day}`,
  suspendedOn: (day: Html) =>
    html`Suspended since ${day}. This person can read, but not change anything.`,
  contributions: 'Contributions',
  reason: 'Reason (optional)',
  suspendHint: 'A suspended person can read, but not change anything. They can read the reason.',
  suspend: 'Suspend',
  reinstate: 'Reinstate',
  hide: 'Hide',
  show: 'Show again',
  hiddenComments: 'Hidden comments',
  commentStarting: (start: string) => ` the comment ${start}`,
  revertTitle: 'Revert contributions',
  revertSince: 'From this time on',
  timeZone: 'Time zone',
  revertPreview: 'Show what would be reverted',
  revertExplained:
    'Camera positions, areas, validations and subjects of images are removed, and comments are hidden. Removed subjects and orders of subjects are restored. New subjects are deleted unless others use them. Later changes by others are kept. The audit log keeps everything.',
  suspendFirst: 'Suspend the person first, so that nothing is added meanwhile.',
  nothingToRevert: 'There is nothing to revert.',
  keep: 'Leave as it is',
  kept: (count: number) => `${count} left as they are`,
  older: 'Older contributions',
  revertOthers: 'Revert all others',
  revertAll: 'Revert all of them',
  countedAtMost: 'More than 10,000 of a kind are counted as 10,000.',
  removedTags: 'Removed subjects',
  tagOrders: 'Changed orders of subjects',
  newSubjects: 'New subjects',
  contributionKinds: {
    point_georeference: 'Camera position',
    from_above_georeference: 'Area from above',
    validation: 'Validation',
    comment: 'Comment',
    tag: 'Subject',
    removed_tag: 'Removed subject',
    tag_order: 'Order of subjects',
    subject: 'New subject',
  },
  done: {
    suspended: 'The person is suspended.',
    reverted: 'The contributions are reverted.',
    partly: 'A part of the contributions is reverted. These are left.',
    reinstated: 'The person can contribute again.',
  },
}

/** The page of the settings of the catalog for staff. */
export const settings = {
  title: 'Settings',
  introduction: 'These settings belong to the catalog and apply at once.',
  saved: (name: string) => `Saved: ${name}.`,
  reset: 'Restore the default',
  value: 'Value',
  degrees: 'Degrees, from 0 to 360',
  atMost: (count: number) => `At most ${count} characters`,
  names: {
    site_name: 'Name of the catalog',
    viewing_cone: 'Viewing cone',
    milestones: 'Milestones',
    validators: 'Who may check',
  },
  explanations: {
    site_name: 'Shown on all pages and in the API.',
    viewing_cone: 'How wide a camera sees: for the search in view, and for the cones on maps.',
    milestones:
      'Numbers of placements that the activity feed reports, separated by commas. After the last one, its multiples follow. They apply to past placements, too, so a large catalog takes a while. Empty: none.',
    validators: 'Who may check the placements of others.',
  },
  milestonesPending: 'The new milestones are being applied to past placements.',
  user: 'Of a contributor',
  sitewide: 'Of the whole catalog',
  validators: {
    staff: 'Only staff',
    trusted: 'Staff, and contributors after five placements',
    everyone: 'Everyone who is signed in',
  },
}

/** The page of background jobs for staff. */
export const jobs = {
  title: 'Background jobs',
  introduction:
    'Jobs create thumbnails, tiles and embeddings of new pictures, and remove files that are no longer needed.',
  byState: 'Jobs by state',
  states: { failed: 'Failed', queued: 'Waiting', running: 'Running' },
  kinds: {
    derive: 'Thumbnail and display version',
    tile: 'Tiles for zooming',
    embed: 'Embedding for searches',
    remove: 'Removal of old files',
    withdraw: 'New addresses of hidden pictures',
    milestones: 'Milestones of past placements',
    changes: 'Changes of many images for mirrors',
  },
  none: {
    failed: 'No job has failed.',
    queued: 'No job is waiting.',
    running: 'No job is running.',
  },
  noMore: 'There are no more jobs in this list.',
  noImage: 'The image was deleted.',
  failedOn: (day: Html) => html`Failed on ${day}`,
  due: (day: Html) => html`Due on ${day}`,
  attempts: (count: number) => plural(count, { one: 'attempt', other: 'attempts' }),
  isWaiting: 'waits until the server can run it',
  retry: 'Retry',
  runNow: 'Run now',
  retryAll: (kind: string, count: number) =>
    `Retry ${plural(count, { one: 'failed job', other: 'failed jobs' })}: ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'The job will run again.'
      : `${plural(count, { one: 'job', other: 'jobs' })} will run again.`,
  pause: 'Pause all jobs',
  resume: 'Resume jobs',
  isPaused: 'The jobs are paused: none starts until they are resumed.',
  paused: 'The jobs are paused. Those that run will finish.',
  resumed: 'The jobs are running again.',
}

/** The page of imports for staff. */
export const imports = {
  title: 'Imports',
  introduction: 'What was uploaded in the last 30 days, by person, collection and day.',
  none: 'Nothing was uploaded in the last 30 days.',
  noMore: 'There are no older imports.',
  committed: (count: number) => plural(count, { one: 'file imported', other: 'files imported' }),
  pending: (count: number) => `${count} in progress`,
  abandoned: (count: number) => `${count} not completed`,
  failed: (count: number) => `${count} damaged or failed`,
}

/** The page of damaged pictures for staff. */
export const damaged = {
  introduction:
    'The files of these images cannot be decoded, or only in part. Ask the source for intact copies.',
  none: 'No picture is damaged.',
  noMore: 'There are no more damaged pictures.',
  replace: (command: Html) => html`To replace the file: ${command}`,
  retry: 'Process again',
  queued: 'The picture will be processed again.',
}

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

/** The pages on which staff edit and delete an image. */
export const imageForm = {
  title: (id: number) => `Edit image ${id}`,
  saved: 'The changes are saved.',
  hidden: 'not public',
  save: 'Save',
  placing: 'On the map',
  place: 'Collection',
  noLicense: 'No license given',
  mirrors: { none: 'Not mirrored', h: 'Left and right swapped', v: 'Top and bottom swapped' },
  fields: {
    title: 'Title',
    description: 'Description',
    creator: 'Creator',
    original_date: 'Date as recorded',
    edtf_date: 'Date in EDTF',
    license_name: 'License',
    reference_id: 'Reference of the source',
    source_url: 'Web address at the source',
    archive_position: 'Position by the source',
    scale: 'Scale of a map',
    rotation: 'Rotation, clockwise',
    mirror: 'Mirroring',
    from_above: 'Taken from above',
    will_not_georef: 'Will not be placed on the map',
    duplicate_of: 'Duplicate of image number',
    collection: 'Number of the collection',
    order: 'Position in the collection',
  },
  hints: {
    edtf_date: 'Such as 1912-05, 1905~ or 1900/1910',
    archive_position:
      'Such as 52.374, 4.8896; with the direction of view: 52.374, 4.8896, 118.5. It is suggested to people who place the image.',
    scale: 'Such as 1:25000',
    order: 'Empty: by number of the image',
    duplicate_of: 'Empty: not a duplicate',
  },
  shownAs: (date: string) => `Shown as: ${date}`,
  inCollection: (collection: string, source: string) => `Now: ${collection} (${source})`,
  storedMeanwhile: (value: string) => `Stored now: ${value === '' ? '(empty)' : value}`,
  subjects: 'Subjects',
  deleteLink: 'Delete this image',
  deleteTitle: (id: number) => `Delete image ${id}`,
  deleteAsk:
    'This deletes the image with all its files and everything that people contributed to it. It cannot be undone.',
  parts: {
    georeferences: 'Placements',
    validations: 'Checks',
    comments: 'Comments',
    subjects: 'Subjects',
  },
  deleteNumber: (id: number) => `Type ${id} to confirm`,
  deleteButton: 'Delete the image',
  cancel: 'Cancel',
  deleted: 'The image was deleted. Its files will be removed soon.',
}

/** The page on which staff order the images of a collection and change several. */
export const imageBatch = {
  title: 'Order and change images',
  introduction: 'Images are shown in the order of the collection, 50 a page.',
  changed: (count: number) => `Changed ${plural(count, { one: 'image', other: 'images' })}.`,
  select: 'Select',
  place: 'Place on this page',
  notPlaced: 'will not be placed',
  order: 'Order',
  orderHint:
    'Number the images as they should follow each other. With 2.5, one comes between the second and the third.',
  saveOrder: 'Save the order',
  which: 'Which images',
  onlySelected: 'Only the selected images',
  allOnPage: (count: number) => `All ${count} images on this page`,
  allOfCollection: (count: number) => `All ${count} images of the collection`,
  close: 'Will not be placed on the map',
  open: 'Can be placed on the map',
  moveTo: 'Number of another collection',
  moveHint: 'Images in a collection that is not public are hidden.',
  move: 'Move to that collection',
}

/** The pages of licenses for staff. */
export const licenseForms = {
  title: 'Licenses',
  introduction:
    'Images name the license under which they are published. Imports choose it by its name.',
  none: 'No licenses.',
  newLicense: 'New license',
  add: 'Add',
  fields: {
    name: 'Name',
    display_name: 'Name shown to people',
    permalink: 'Page that explains the license',
  },
  hints: { name: 'Such as CC-BY-4.0', newDisplayName: 'Empty: the name' },
  remove: 'Remove the license',
  removeHint: 'Only a license that no image has can be removed.',
  done: {
    saved: 'The changes are saved.',
    added: 'The license is added.',
    removed: 'The license is removed.',
  },
}

/** The pages of subjects for staff. */
export const subjectForms = {
  search: 'Beginning of the name, number, short name or Wikidata item',
  find: 'Find',
  none: 'No subjects.',
  number: (id: number) => `Subject number ${id}`,
  fields: { title: 'Name', slug: 'Short name in addresses', description: 'Description' },
  hints: {
    slug: 'Small letters, digits and hyphens. Changing it breaks links.',
    description: 'Empty: the description of the Wikidata item',
  },
  merge: 'Merge into another subject',
  mergeHint: 'All images with this subject get the other one instead, and this subject is deleted.',
  into: 'The subject to keep',
  intoHint: 'Its number, short name or Wikidata item',
  continue: 'Continue',
  mergeAsk: (from: string, into: string) => `Merge “${from}” into “${into}”?`,
  mergeWarning: (from: string, into: string) =>
    `“${from}” is deleted. Its images, outlines and activity go to “${into}”. This cannot be undone.`,
  mergeButton: 'Merge the subjects',
  sameSubject: 'A subject cannot be merged into itself.',
  unknownSubject: 'There is no such subject.',
  severalSubjects: 'Several subjects have this Wikidata item. Enter a number or a short name.',
  done: { saved: 'The changes are saved.', merged: 'The subjects are merged.' },
}
