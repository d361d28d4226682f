import type { Config } from '../../core/config/config.ts'
import { pathOf, type Links } from '../http/links.ts'
import { BASEMAP_FILES, findPreferredFile, type BasemapFile } from './basemap-files.ts'
import { findLayers, listLayerOrigins, type ShownLayer } from './find-layers.ts'
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
  /** Further grounds that users can lay over it. */
  layers: readonly ShownLayer[]
  /**
   * Origins of other servers that the content security policy has to allow, for pictures and for requests. Some of them
   * refuse requests without a referrer.
   */
  sources: readonly string[]
}

type Ground = Omit<Basemap, 'layers'>

const NATURAL_EARTH = '[Natural Earth](https://www.naturalearthdata.com/)'

type BasemapConfig = Pick<Config, 'data' | 'basemapUrl' | 'basemapAttribution' | 'layer'>

/** Installs a map of the area of the catalog, for a terminal on the host in which `CATALOG_DATA` names the data directory. */
export const INSTALL_BASEMAP = 'catalog basemap fetch'

/** Whether maps show no streets and coasts close up. */
export function isOnlyFromAfar({ kind }: Pick<Basemap, 'kind'>): boolean {
  return kind === 'natural-earth'
}

/** Finds the basemap of a server. Looks for files each time, so that a new one is used without a restart. */
export async function findBasemap(config: BasemapConfig, links: Links): Promise<Basemap> {
  const [ground, layers] = await Promise.all([findGround(config, links), findLayers(config, links)])
  const origins = layers.flatMap((layer) => listLayerOrigins(layer, links))
  return { ...ground, layers, sources: [...new Set([...ground.sources, ...origins])] }
}

async function findGround(config: BasemapConfig, links: Links): Promise<Ground> {
  if (config.basemapUrl !== null) return configuredBasemap(config.basemapUrl, config, links)
  const file = await findPreferredFile(config.data)
  const attribution = config.basemapAttribution ?? (await findFileCredit(file))
  return {
    kind: file?.kind ?? 'natural-earth',
    url: file ? fileUrl(file, links) : null,
    attribution: attribution === '' ? NATURAL_EARTH : `${attribution} · ${NATURAL_EARTH}`,
    sources: [],
  }
}

async function findFileCredit(file: BasemapFile | undefined): Promise<string> {
  return file?.kind === 'pmtiles' ? await readCredit(file) : ''
}

function configuredBasemap(
  url: string,
  { basemapAttribution }: BasemapConfig,
  links: Links,
): Ground {
  const { origin } = new URL(url)
  const isForeign = origin !== new URL(links.base('/')).origin
  return {
    kind: url.includes('{z}') ? 'xyz' : 'style',
    url,
    attribution: basemapAttribution ?? '',
    sources: isForeign ? [origin] : [],
  }
}

/** Without a host, so that the page also loads it where it is opened at another address of this server. */
function fileUrl({ kind, version }: BasemapFile, links: Links): string {
  return `${pathOf(links.base('/'))}/${BASEMAP_FILES[kind].name}?v=${version}`
}
