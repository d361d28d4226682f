/** Builds absolute URLs from the configured base URLs. Request headers have no influence on them. */
export interface Links {
  /** `api('/images/12/')` → `https://example.org/api/v2/images/12/`. */
  api(path: string): string
  /** A URL below the base URL. */
  base(path: string): string
  /** A URL below the CDN URL. */
  cdn(path: string): string
  /** A URL below the upload URL. */
  upload(path: string): string
}

export interface LinkBases {
  baseUrl: string
  cdnUrl: string
  uploadUrl: string
}

export function createLinks({ baseUrl, cdnUrl, uploadUrl }: LinkBases): Links {
  return {
    api: (path) => `${baseUrl}/api/v2${path}`,
    base: (path) => `${baseUrl}${path}`,
    cdn: (path) => `${cdnUrl}${path}`,
    upload: (path) => `${uploadUrl}${path}`,
  }
}
