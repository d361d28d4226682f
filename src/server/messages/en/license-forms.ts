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
