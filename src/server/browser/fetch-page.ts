/** Loads a page of this server. @throws Error if it responds with an error */
export async function fetchPage(url: URL, signal: AbortSignal | null = null): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, signal })
  if (!response.ok) throw new Error(`The page responds with ${response.status}.`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Rewrites a link to this origin: the server may have been opened at another address than the one in its links. */
export function toSameOrigin(href: string): URL {
  const { pathname, search } = new URL(href, location.href)
  return new URL(pathname + search, location.origin)
}
