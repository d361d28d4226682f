import { html, type Html } from '../../../core/html.ts'

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
  staffOnHost: 'Only an administrator can suspend staff, on the host.',
  hide: 'Hide',
  show: 'Show again',
  hiddenComments: 'Hidden comments',
  commentStarting: (start: string) => ` the comment ${start}`,
  revertTitle: 'Revert contributions',
  revertSince: 'From this time on (UTC)',
  revertPreview: 'Show what would be reverted',
  revertExplained:
    'Camera positions, areas, validations and subjects are removed, and comments are hidden. The audit log keeps all of them.',
  suspendFirst: 'Suspend the person first, so that nothing is added meanwhile.',
  nothingToRevert: 'There is nothing to revert.',
  newestOfThem: 'The newest of them',
  revertAll: 'Revert all of them',
  countedAtMost: 'More than 10,000 of a kind are counted as 10,000.',
  revertTimeInvalid: 'Enter a date and a time.',
  contributionKinds: {
    point_georeference: 'Camera position',
    from_above_georeference: 'Area from above',
    validation: 'Validation',
    comment: 'Comment',
    tag: 'Subject',
  },
  done: {
    suspended: 'The person is suspended.',
    reverted: 'The contributions are reverted.',
    partly: 'A part of the contributions is reverted. These are left.',
    reinstated: 'The person can contribute again.',
  },
}
