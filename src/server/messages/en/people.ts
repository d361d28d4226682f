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
  done: {
    suspended: 'The person is suspended.',
    reinstated: 'The person can contribute again.',
  },
}
