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
