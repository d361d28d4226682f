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
