import { plural } from './plural.ts'

/** The page about changes for staff. */
export const history = {
  title: 'Changes',
  image: 'Number of an image',
  person: 'Number of a person',
  show: 'Show',
  none: 'No changes.',
  onHost: 'on the host',
  becomes: 'becomes',
  empty: 'empty',
  revert: 'Revert',
  reverted: 'The change is reverted.',
  batch: (count: number) => plural(count, { one: 'change', other: 'changes made together' }),
  showBatch: 'Show all of them',
  partOfBatch: (count: number) => `One of ${count} changes made together`,
  allChanges: 'All changes',
  revertBatch: 'Revert all of them',
  revertRest: 'Revert the rest',
  batchReverted: 'The changes are reverted, except for those that the list names as left.',
  batchPartly: 'The last of the changes are reverted. Others are left.',
  left: {
    changed_since: 'It was changed since.',
    gone: 'It does not exist any more.',
    refused: 'The previous values are not valid any more, or only administrators may write them.',
  },
  obstacles: {
    created: 'Cannot be reverted: nothing existed before. Delete what was created instead.',
    deleted: 'Cannot be reverted: deleted images and collections cannot be restored.',
    file_replaced: 'Cannot be reverted: the previous file is deleted.',
    announced: 'Cannot be reverted: an announcement is made once and cannot be withdrawn.',
    merged: 'Cannot be reverted: the tags and the activity of merged subjects cannot be separated.',
    host_only: 'Cannot be reverted here: this is managed on the server only.',
    summary: 'This is the summary of changes that were made together. Revert those instead.',
    no_values: 'Cannot be reverted: there are no values that could be written again.',
    incomplete: 'Cannot be reverted: the log does not hold everything that was changed.',
  },
}
