import { html, type Html } from '../../../core/base/html.ts'

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
