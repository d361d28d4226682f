/** Why a user is not signed in. */
export const SIGN_IN_PROBLEMS = {
  no_sign_in:
    'Sign-in is not set up on this service yet. Its administrator can connect it to OpenStreetMap.',
  other_sign_in_page: 'Please sign in on this service’s own sign-in page.',
  sign_in_mismatch:
    'This sign-in was started in another browser or more than ten minutes ago. Sign in again.',
  sign_in_used: 'This sign-in has already been used or has expired. Sign in again.',
  osm_unavailable:
    'OpenStreetMap cannot be reached or sent an unexpected response. Try again later.',
  unknown_user: 'This user does not exist. Choose one from the list.',
  not_a_username: (most: number) =>
    `Enter a name of 1 to ${most} characters, without hidden characters.`,
}
