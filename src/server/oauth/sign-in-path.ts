/** Why the sign-in page shows again, each with the sentence on the page. */
export const SIGN_IN_PROBLEMS: ReadonlyMap<string, string> = new Map([
  [
    'declined',
    'You are not signed in, because you did not allow OpenStreetMap to confirm who you are. Nothing was changed, and you can go on reading without an account.',
  ],
])

/** The sign-in page below the base URL. @param next where to go on afterwards */
export function signInPath(next = '/', problem?: 'declined'): string {
  const query = new URLSearchParams({ next, ...(problem !== undefined && { problem }) })
  return `/login/?${query.toString()}`
}
