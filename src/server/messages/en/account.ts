import { html, type Html } from '../../../core/html.ts'
import { plural } from './plural.ts'

export const account = {
  title: 'Your account',
  withdrawn: 'Access withdrawn. The app can no longer act on your behalf.',
  ended: 'You have been signed out of the selected browsers.',
  signedInAs: (name: Html) => html`You are signed in as ${name}`,
  staff: 'staff',
  number: (id: number) => `Account number ${id}`,
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
  eraseMismatch: 'This is not your name. Type it exactly as it is shown.',
  eraseButton: 'Erase the account',
  cancel: 'Cancel',
  back: 'Account',
}
