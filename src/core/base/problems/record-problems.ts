import { formatTimestamp, type Micros } from '../clock.ts'
import { formatCount } from '../format-count.ts'

/** Why a change by staff is refused. */
export const RECORD_PROBLEMS = {
  changed_meanwhile: (members: readonly string[]) =>
    `Another person has changed these members meanwhile: ${members.join(', ')}.`,
  none_selected: 'Select at least one image.',
  other_count: (images: number) =>
    `The collection has ${formatCount(images, 'image')} now. Look at them, then try again.`,
  not_milestones: 'Enter at most 100 whole numbers above 0 in ascending order, such as 5, 15, 50.',
  other_number: 'This is not the number of the image.',
  no_time: 'Enter a date and a time.',

  source_slug_taken: 'source with this slug already exists.',
  collection_slug_taken: 'A collection of this source with this slug already exists.',
  subject_slug_taken: 'subject with this slug already exists.',
  merged_into_itself: 'A subject cannot be merged into itself.',

  license_exists: (name: string) => `A license named ${name} already exists.`,
  license_in_use: (images: number) => `The license is in use by ${formatCount(images, 'image')}.`,
  unknown_license: (name: string) => `License '${name}' is not recognized.`,

  announced_before: (name: string, at: Micros) =>
    `${name} was already announced at ${formatTimestamp(at)}.`,
  not_public: (name: string) =>
    `${name} or its source is not public. Make both public, then announce the collection.`,
  unknown_collection: (id: number) => `Collection ${id} does not exist.`,
  public_collection: 'Choose a collection that is not public.',
  other_collection: (id: number) => `Image ${id} belongs to another collection.`,
  several_collections: (ids: readonly number[]) =>
    `These images belong to several collections: ${ids.join(', ')}. Order one at a time.`,

  duplicate_of_itself: (id: number) => `Image ${id} cannot be its own duplicate.`,
  unknown_image: (id: number) => `Image ${id} does not exist.`,
  original_is_duplicate: (original: number, other: number) =>
    `Image ${original} is itself a duplicate of image ${other}. Name that image instead.`,
  has_duplicate: (id: number, duplicate: number) =>
    `Image ${duplicate} is a duplicate of image ${id}. Change that image first.`,
  duplicate_has_georeferences: (id: number) =>
    `Image ${id} has georeferences, so it cannot be a duplicate. Delete them first.`,
  hidden_original: (original: number, id: number) =>
    `Image ${original} is hidden and image ${id} is not, so people would find neither.`,
  would_hide_original: (id: number, original: number) =>
    `Image ${id} duplicates image ${original}, which would be hidden, so people would find neither.`,
  original_of_duplicate: (duplicate: number, id: number) =>
    `Image ${duplicate} is a duplicate of image ${id}.`,

  own_account: 'You cannot suspend your own account.',
  other_staff:
    'This user is staff. Only an administrator can suspend or reinstate staff, or revert all they contributed, on the host.',
}
