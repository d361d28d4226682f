import { plural } from './plural.ts'

/** The page of imports for staff. */
export const imports = {
  title: 'Imports',
  introduction: 'What was uploaded in the last 30 days, by person, collection and day.',
  none: 'Nothing was uploaded in the last 30 days.',
  noMore: 'There are no older imports.',
  committed: (count: number) => plural(count, { one: 'file imported', other: 'files imported' }),
  pending: (count: number) => `${count} in progress`,
  abandoned: (count: number) => `${count} not completed`,
  failed: (count: number) => `${count} damaged or failed`,
}
