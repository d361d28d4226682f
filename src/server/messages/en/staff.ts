/** The pages for staff. */
export const staff = {
  flags: 'Reports to staff',
  resolve: 'Resolve',
  resolved: 'The report is resolved.',
  noFlags: 'No open reports.',
  noMoreFlags: 'No later reports.',
  oldest: 'Oldest',
  later: 'Later',
  reasons: {
    place: 'Cannot be placed, or is in the wrong place',
    date: 'Wrong date',
    rights: 'Rights',
    private: 'Private',
    duplicate: 'Duplicate',
    other: 'Something else',
  },
}
