import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { isLayerFile, type MapLayer } from '../../core/config/map-layers.ts'
import { pathOf, type Links } from '../http/links.ts'
import { findDataFile, type DataFile } from '../media/data-file.ts'

/** A further ground that users can lay over the basemap. */
export interface ShownLayer extends MapLayer {
  /** URL that browsers request; a path for files of this server. */
  address: string
}

type LayerConfig = Pick<Config, 'data' | 'layer'>

/** Finds the layers of a server, except those whose file is missing. */
export async function findLayers(config: LayerConfig, links: Links): Promise<ShownLayer[]> {
  const found = await Promise.all(config.layer.map((layer) => findLayer(config, layer, links)))
  return found.filter((layer) => layer !== undefined)
}

async function findLayer(
  config: LayerConfig,
  layer: MapLayer,
  links: Links,
): Promise<ShownLayer | undefined> {
  if (!isLayerFile(layer.url)) return { ...layer, address: layer.url }
  const file = await findLayerFile(config, layer)
  if (!file) return undefined
  return { ...layer, address: `${pathOf(links.base('/'))}/layers/${layer.id}?v=${file.version}` }
}

/** @returns undefined if the file is missing, or if the layer is not in the data directory */
export async function findLayerFile(
  { data }: LayerConfig,
  { url }: MapLayer,
): Promise<DataFile | undefined> {
  return isLayerFile(url) ? await findDataFile(join(data, url)) : undefined
}

/** Lists the origins of other servers that pages with a layer ask. */
export function listLayerOrigins({ url, hosts }: MapLayer, links: Links): string[] {
  const own = new URL(links.base('/')).origin
  const origins = isLayerFile(url) ? hosts : [new URL(url).origin, ...hosts]
  return origins.filter((origin) => origin !== own)
}
