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
