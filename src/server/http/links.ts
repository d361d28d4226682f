import type { Config } from '../../core/config/config.ts'
import { getAssets, type AssetSource, type ModuleSource } from './assets.ts'

/** Builds absolute URLs from the configured base URLs. Request headers have no influence on them. */
export interface Links {
  /** `api('/images/12/')` → `https://example.org/api/v2/images/12/`. */
  api(path: string): string
  /** A URL below the base URL. */
  base(path: string): string
  /** The URL of an image's page. */
  image(id: number): string
  /** A URL below the CDN URL. */
  cdn(path: string): string
  /** A URL below the upload URL. */
  upload(path: string): string
  /**
   * The path of the bundle of a style sheet or script: `/catalog/assets/site-3FKYQ2NB.css`. Without a host, so that
   * content security policies with `'self'` also allow it where a page is opened at another address of this server.
   */
  asset(source: AssetSource): string
  /** The paths of the bundle of a module and of all those that it imports. */
  modules(source: ModuleSource): string[]
}

export interface LinkBases {
  baseUrl: string
  cdnUrl: string
  uploadUrl: string
}

/** The configured base URLs. @param boundUrl the base URL by default */
export function linkBases(
  config: Pick<Config, 'baseUrl' | 'cdnUrl' | 'uploadUrl'>,
  boundUrl: string,
): LinkBases {
  const baseUrl = config.baseUrl ?? boundUrl
  return {
    baseUrl,
    cdnUrl: config.cdnUrl ?? `${baseUrl}/media`,
    uploadUrl: config.uploadUrl ?? `${baseUrl}/upload`,
  }
}

export function createLinks({ baseUrl, cdnUrl, uploadUrl }: LinkBases): Links {
  const toAsset = (name: string): string => `${pathOf(baseUrl)}/assets/${name}`
  return {
    api: (path) => `${baseUrl}/api/v2${path}`,
    base: (path) => `${baseUrl}${path}`,
    image: (id) => `${baseUrl}/${id}/`,
    cdn: (path) => `${cdnUrl}${path}`,
    upload: (path) => `${uploadUrl}${path}`,
    asset: (source) => toAsset(getAssets().bundleOf(source)),
    modules: (source) => getAssets().bundlesOf(source).map(toAsset),
  }
}

/** Finds the path of a URL below the base URL, with http or https. Undefined for URLs elsewhere. */
export function findOwnPath(links: Links, text: string): string | undefined {
  const url = URL.parse(text)
  const home = new URL(links.base('/'))
  if (!url || !/^https?:$/v.test(url.protocol) || url.host !== home.host) return undefined
  const prefix = pathOf(home.href)
  return url.pathname.startsWith(home.pathname) ? url.pathname.slice(prefix.length) : undefined
}

/** The path of a URL, without a trailing slash. */
export function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '')
}
