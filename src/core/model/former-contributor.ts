/**
 * A user who erased their account. Their contributions stay, under a number below 0, which is no account of
 * OpenStreetMap. The numbers count down from -1. Former contributors have no page and are in no list of users.
 */

/** The name of every former contributor, in the API and the database. Pages show it in the visitor's language. */
export const FORMER_CONTRIBUTOR = 'former contributor'

export function isFormerContributor(userId: number): boolean {
  return userId < 0
}
