/** The frame of every page: header, footer, and what several pages share. */
export const site = {
  skip: 'Skip to the content',
  navigation: 'Main',
  images: 'Images',
  map: 'Map',
  search: 'Search',
  collections: 'Collections',
  sources: 'Sources',
  subjects: 'Subjects',
  contributors: 'Contributors',
  activity: 'Activity',
  account: 'Account',
  signIn: 'Sign in',
  yourAccount: 'Your account: ',
  language: 'Language',
  api: 'API',
}
