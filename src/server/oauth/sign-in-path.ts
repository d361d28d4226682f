/** Messages that the sign-in page can show, by the name in its query. */
export type SignInNotice = 'declined'

export function isSignInNotice(name: string | null): name is SignInNotice {
  return name === 'declined'
}

/** Returns the path of the sign-in page below the base URL. @param next path to return to after signing in */
export function signInPath(next = '/', problem?: SignInNotice): string {
  const query = new URLSearchParams({ next, ...(problem !== undefined && { problem }) })
  return `/login/?${query.toString()}`
}
