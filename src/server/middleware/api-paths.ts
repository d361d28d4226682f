/** Whether a path belongs to the API, whose responses carry `Catalog-Features`. */
export function isApiV2({ path }: { path: string }): boolean {
  return /^\/api\/v2(\/|$)/.test(path)
}

/** Whether a path belongs to the IIIF manifests and collections, or to their changes. */
export function isPresentation({ path }: { path: string }): boolean {
  return /^\/iiif\/(presentation|changes)\//.test(path)
}

/** Whether a path belongs to an API or to the OAuth metadata (RFC 8414). */
export function isApiOrMetadata({ path }: { path: string }): boolean {
  return isPresentation({ path }) || /^\/(api|\.well-known)\//.test(path)
}
