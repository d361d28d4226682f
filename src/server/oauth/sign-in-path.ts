/** Messages that the sign-in page can show, by the name in its query. */
export const SIGN_IN_NOTICES: ReadonlyMap<string, string> = new Map([
  [
    'declined',
    'You are not signed in because you didn’t allow OpenStreetMap to confirm your identity. Nothing has changed, and you can keep browsing without an account.',
  ],
])

/** Returns the path of the sign-in page below the base URL. @param next path to return to after signing in */
export function signInPath(next = '/', problem?: 'declined'): string {
  const query = new URLSearchParams({ next, ...(problem !== undefined && { problem }) })
  return `/login/?${query.toString()}`
}
