import type { Config } from '../../core/config/config.ts'
import { pathOf, type Links } from '../http/links.ts'
import { BASEMAP_FILES, findPreferredFile, type BasemapFile } from './basemap-files.ts'
import { readCredit } from './read-credit.ts'

/**
 * Background of the maps of the pages: `natural-earth` is an outline of the land; `geojson` and `pmtiles` are files of
 * the data directory, over that outline; `xyz` tiles and a `style` are named by settings.
 */
export interface Basemap {
  kind: 'natural-earth' | 'geojson' | 'pmtiles' | 'xyz' | 'style'
  /** The file, the template of the tiles or the style; null for `natural-earth`. Paths are of this server. */
  url: string | null
  /** The credit to show, with links such as `[OpenStreetMap](https://…)`. */
  attribution: string
  /** Origins that the content security policy has to allow, for pictures and for requests. */
  sources: string[]
  /** Whether another host serves it. Some of them refuse requests without a referrer. */
  isForeign: boolean
}

const NATURAL_EARTH = '[Natural Earth](https://www.naturalearthdata.com/)'

type BasemapConfig = Pick<Config, 'data' | 'basemapUrl' | 'basemapAttribution'>

/** Installs a map of the area of the catalog, for a terminal on the host in which `CATALOG_DATA` names the data directory. */
export const INSTALL_BASEMAP = 'catalog basemap fetch'

/** Whether maps show no streets and coasts close up. */
export function isOnlyFromAfar({ kind }: Pick<Basemap, 'kind'>): boolean {
  return kind === 'natural-earth'
}

/** Finds the basemap of a server. Looks for files each time, so that a new one is used without a restart. */
export async function findBasemap(config: BasemapConfig, links: Links): Promise<Basemap> {
  if (config.basemapUrl !== null) return configuredBasemap(config.basemapUrl, config, links)
  const file = await findPreferredFile(config.data)
  const attribution = config.basemapAttribution ?? (await findFileCredit(file))
  return {
    kind: file?.kind ?? 'natural-earth',
    url: file ? fileUrl(file, links) : null,
    attribution: attribution === '' ? NATURAL_EARTH : `${attribution} · ${NATURAL_EARTH}`,
    sources: [],
    isForeign: false,
  }
}

async function findFileCredit(file: BasemapFile | undefined): Promise<string> {
  return file?.kind === 'pmtiles' ? await readCredit(file) : ''
}

function configuredBasemap(
  url: string,
  { basemapAttribution }: BasemapConfig,
  links: Links,
): Basemap {
  const { origin } = new URL(url)
  const isForeign = origin !== new URL(links.base('/')).origin
  return {
    kind: url.includes('{z}') ? 'xyz' : 'style',
    url,
    attribution: basemapAttribution ?? '',
    sources: isForeign ? [origin] : [],
    isForeign,
  }
}

/** Without a host, so that the page also loads it where it is opened at another address of this server. */
function fileUrl({ kind, version }: BasemapFile, links: Links): string {
  return `${pathOf(links.base('/'))}/${BASEMAP_FILES[kind].name}?v=${version}`
}
