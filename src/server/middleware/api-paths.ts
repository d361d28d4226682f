/** Whether a path belongs to the API, whose responses carry `Catalog-Features`. */
export function isApiV2({ path }: { path: string }): boolean {
  return /^\/api\/v2(\/|$)/.test(path)
}

/** Whether a path belongs to the API or to the OAuth metadata (RFC 8414). */
export function isApiOrMetadata({ path }: { path: string }): boolean {
  return /^\/(api|\.well-known)\//.test(path)
}
