import { html, type Html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('en')

export const signIn = {
  title: 'Sign in',
  declined:
    'You are not signed in because you didn’t allow OpenStreetMap to confirm your identity. Nothing has changed, and you can keep browsing without an account.',
  accounts: (siteName: string) =>
    `${siteName} uses OpenStreetMap accounts. We receive your account’s number and name, and nothing else.`,
  withOpenStreetMap: 'Sign in with OpenStreetMap',
  noAccount: 'No account yet? You can create one on OpenStreetMap in the next step.',
  development:
    'This catalog runs in development mode. Choose a user to sign in as; no password is needed.',
  existingUsers: 'Existing users',
  anotherUser: 'Another user',
  username: 'Username',
  newUser: 'A new name creates a new user.',
  staff: 'staff',
}

export const consent = {
  title: (app: string) => `Allow ${app}?`,
  heading: 'Allow this app to access your account?',
  unverified: 'unverified',
  wants: (siteName: string) =>
    `This app wants to access your account at ${siteName}. It chose its own name, which has not been verified.`,
  abilities: 'The app will be able to',
  scopes: {
    read: 'Read the catalog, and see your username, your account number and whether you are staff.',
    contribute:
      'Place images on the map, check placements, comment on images, tag and report them, on your behalf.',
    import:
      'Upload, update and replace images, create sources and collections, and see what is not public, on your behalf.',
    moderate:
      'Change and delete records and contributions, suspend users, run jobs, change settings, and see what is not public, on your behalf.',
  },
  notStaff:
    'You are not a staff member, so the app can’t upload or moderate anything until an administrator gives you staff status.',
  redirect: 'You will be redirected to',
  localProgram: 'A program on this computer:',
  website: (host: Html) => html`The website ${host}:`,
  allow: 'Allow',
  cancel: 'Cancel',
  notYou: (account: (text: string) => Html) =>
    html`If you didn’t start this yourself, choose Cancel. You can withdraw the app’s access at any
    time on ${account('your account page')}.`,
  signedInAs: (name: Html) => html`You are signed in as ${name}.`,
  signOut: 'Not you? Sign out',
}

export const account = {
  title: 'Your account',
  withdrawn: 'Access withdrawn. The app can no longer act on your behalf.',
  ended: 'You have been signed out of the selected browsers.',
  signedInAs: (name: Html) => html`You are signed in as ${name}`,
  staff: 'staff',
  number: (id: number) => `Account number ${id}`,
  news: (since: Html) => html`New since ${since}`,
  newComments: 'Comments',
  newPlacements: 'Placements',
  newChecks: 'Checks',
  moreNews: (count: number) => `and ${count} more images`,
  contributions: 'Your contributions',
  points: 'Camera positions',
  areas: 'Areas from above',
  validations: 'Validations',
  comments: 'Comments',
  apps: 'Apps with access to your account',
  noApps: 'No apps yet. Apps that you allow will appear here.',
  appCan: (abilities: string) => `This app can ${abilities}.`,
  abilities: {
    read: 'read the catalog',
    contribute: 'place, check, comment on and tag images on your behalf',
    import: 'import images on your behalf',
    moderate: 'moderate on your behalf',
  },
  allowedNotUsed: (allowed: Html) => html`Allowed on ${allowed}, not used yet.`,
  allowedAndUsed: (allowed: Html, used: Html) => html`Allowed on ${allowed}, last used on ${used}.`,
  withdraw: 'Withdraw access',
  ofApp: (name: Html) => html` of ${name}`,
  sessions: 'Where you are signed in',
  thisBrowser: 'this browser',
  signedInOn: (since: Html, used: Html) => html`Signed in on ${since}, last used on ${used}`,
  signOut: 'Sign out',
  ofBrowser: (browser: string, since: Html) => html` of ${browser}, since ${since}`,
  signOutOthers: 'Sign out of all other browsers',
  signOutAll: (count: number) =>
    `Sign out of all ${plural(count, { one: 'browser', other: 'browsers' })}`,
  appsStay: 'Signing out does not affect apps. They keep the access that you gave them.',
  language: 'Language',
  work: 'Your work',
  workLink: 'Everything you placed, checked, wrote and tagged',
  data: 'Your data',
  download: 'Download everything about you',
  downloadHint:
    'A JSON file with your account, your contributions and what you reported or skipped.',
  erase: 'Erase your account',
  eraseTitle: 'Erase your account',
  eraseAsk: (name: Html) =>
    html`This erases ${name}: the name, the account number, all sign-ins and the access of all apps.
    It takes effect at once and cannot be undone.`,
  eraseStay:
    'What you placed, checked, wrote and tagged stays in the catalog, as the work of a former contributor. Delete comments first if you do not want them to stay.',
  eraseAgain: 'If you sign in again later, you start with a new, empty account.',
  eraseName: 'Type your name to confirm',
  eraseButton: 'Erase the account',
  cancel: 'Cancel',
  back: 'Account',
}
