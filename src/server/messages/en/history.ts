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
  obstacles: {
    created: 'Cannot be reverted: nothing existed before. Delete what was created instead.',
    deleted: 'Cannot be reverted: deleted images and collections cannot be restored.',
    file_replaced: 'Cannot be reverted: the previous file is deleted.',
    announced: 'Cannot be reverted: an announcement is made once and cannot be withdrawn.',
    merged: 'Cannot be reverted: the tags and the activity of merged subjects cannot be separated.',
    host_only: 'Cannot be reverted here: this is managed on the server only.',
    no_values: 'Cannot be reverted: there are no values that could be written again.',
    incomplete: 'Cannot be reverted: the log does not hold everything that was changed.',
  },
}
