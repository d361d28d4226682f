/** Absolute addresses, built from the configured base only, never from what a request claims. */
export interface Links {
  /** `api('/images/12/')` → `https://example.org/api/v2/images/12/`. */
  api(path: string): string
  /** An address below the base URL. */
  base(path: string): string
  /** An object's public address below the CDN address. */
  cdn(path: string): string
  /** Below the address that takes uploads. */
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
