/**
 * Values that the tab keeps for one user. No other user reads them, and the next one who signs in discards them. What a
 * visitor entered before the sign-in belongs to the user who signs in.
 */

const PREFIX = 'catalog user '

/** The id of the user for whom the page was made; empty for visitors. */
const user = document.body.dataset.user ?? ''

export function readPersonal(name: string): string | null {
  return sessionStorage.getItem(keyOf(user, name))
}

export function writePersonal(name: string, value: string): void {
  sessionStorage.setItem(keyOf(user, name), value)
}

export function removePersonal(name: string): void {
  sessionStorage.removeItem(keyOf(user, name))
}

/** On a page of a user: takes over what they entered before they signed in, and discards the values of other users. */
export function claimStorage(): void {
  if (user === '') return
  const visitors = keyOf('', '')
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(PREFIX) || key.startsWith(keyOf(user, ''))) continue
    if (key.startsWith(visitors))
      writePersonal(key.slice(visitors.length), sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
  }
}

function keyOf(owner: string, name: string): string {
  return `${PREFIX}${owner}: ${name}`
}
