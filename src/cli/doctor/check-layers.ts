import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { isLayerFile, type MapLayer } from '../../core/config/map-layers.ts'
import type { Transport } from '../client/transport.ts'
import { createResults, type CheckResult } from './check-result.ts'
import { findArchiveProblem, findSourceProblem, type MapClient } from './map-source.ts'

/** Checks whether the files and addresses of the layers of the maps can be read. */
export async function checkLayers(
  { data, layer: layers, baseUrl }: Pick<Config, 'data' | 'layer' | 'baseUrl'>,
  transport: Transport,
): Promise<CheckResult[]> {
  const { ok, warning } = createResults('layers')
  const client = { transport, baseUrl }
  const problems = await Promise.all(
    layers.map((layer) =>
      isLayerFile(layer.url) ? checkFile(data, layer) : checkAddress(client, layer),
    ),
  )
  const results = problems.flatMap((problem, index) =>
    problem === undefined
      ? []
      : [
          warning(
            `Layer ${index + 1} of the maps cannot be shown: ${problem}`,
            'Check its url and hosts in catalog.toml.',
          ),
        ],
  )
  if (results.length > 0 || layers.length === 0) return results
  return [ok(`The layers of the maps respond: ${layers.length}`)]
}

async function checkFile(data: string, layer: MapLayer): Promise<string | undefined> {
  const path = join(data, layer.url)
  if (!existsSync(path)) return `${data} has no file ${layer.url}.`
  if (layer.kind === 'pmtiles') return await findArchiveProblem(path)
  const problem = findAnnotationProblem(await readFile(path, 'utf8'), layer)
  return problem === undefined ? undefined : `${path} ${problem}.`
}

async function checkAddress(client: MapClient, layer: MapLayer): Promise<string | undefined> {
  const url = layer.kind === 'tiles' ? fillTemplate(layer) : layer.url
  const problem = await findSourceProblem(client, {
    url,
    ...(layer.kind === 'pmtiles' && { range: 'bytes=0-126', isRead: true }),
    ...(layer.kind === 'georeference' && {
      isRead: true,
      findContentProblem: (content) => findAnnotationProblem(content, layer),
    }),
  })
  return problem === undefined ? undefined : `${url} ${problem}.`
}

/** Whether pages can show the pictures of an annotation, or of a page of several. */
function findAnnotationProblem(content: string, { url, hosts }: MapLayer): string | undefined {
  const services = listImageServices(content)
  if (services.length === 0) return 'is no georeference annotation of a picture with a IIIF service'
  const allowed = isLayerFile(url) ? hosts : [...hosts, new URL(url).origin]
  const other = services.find((origin) => !allowed.includes(origin))
  return other && `needs pictures of ${other}, which hosts of the layer does not name`
}

interface Annotation {
  items?: Annotation[]
  target?: { source?: { id?: string; type?: string } }
}

/** Lists the origins of the IIIF image services of annotations (IIIF Georeference Extension 1.0). */
function listImageServices(content: string): string[] {
  try {
    const page = JSON.parse(content) as Annotation
    return (page.items ?? [page]).flatMap(({ target }) => {
      const { id, type } = target?.source ?? {}
      const origin = type?.startsWith('ImageService') && URL.parse(id ?? '')?.origin
      return origin ? [origin] : []
    })
  } catch {
    return []
  }
}

/** Zoom level of the tile in the middle of the bounds, which should exist. */
const ZOOM = 14

function fillTemplate({ url, bounds, maxZoom }: MapLayer): string {
  const z = bounds ? Math.min(ZOOM, maxZoom) : 0
  const { west, south, east, north } = bounds ?? { west: 0, south: 0, east: 0, north: 0 }
  const latitude = ((south + north) / 2) * (Math.PI / 180)
  const x = ((west + east) / 2 + 180) / 360
  const y = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2
  const [column, row] = z === 0 ? [0, 0] : [x % 1, y].map((part) => Math.floor(part * 2 ** z))
  return url
    .replace('{z}', String(z))
    .replace('{x}', String(column))
    .replace('{y}', String(row))
    .replace('{-y}', String(2 ** z - 1 - (row ?? 0)))
}
