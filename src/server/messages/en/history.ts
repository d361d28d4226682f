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
}
