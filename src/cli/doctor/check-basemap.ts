import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { openArchive } from '../../core/model/pmtiles/archive.ts'
import { createRangeReader } from '../../core/storage/disk/read-range.ts'
import type { Config } from '../../core/config/config.ts'
import type { Transport } from '../client/transport.ts'
import { createResults, type CheckResult } from './check-result.ts'

const TIMEOUT_MS = 5000

/** The files of a data directory that a server shows under its maps. */
const FILES = ['basemap.pmtiles', 'basemap.geojson']

/** Checks whether there is a map under the maps of the pages, and whether the address in the settings responds. */
export async function checkBasemap(
  { data, basemapUrl, baseUrl }: Config,
  transport: Transport,
): Promise<CheckResult> {
  const { ok, note, warning } = createResults('basemap')
  if (basemapUrl === null) {
    const file = FILES.find((name) => existsSync(join(data, name)))
    if (file !== undefined) return await checkFile(join(data, file))
    return note(
      'Maps show no streets and no coasts close up, because no basemap is installed.',
      'Install one with: catalog basemap fetch. Or set CATALOG_BASEMAP_URL and CATALOG_BASEMAP_ATTRIBUTION.',
    )
  }
  const url = basemapUrl.replace(/\{[xyz]\}/g, '0')
  const problem = await findProblem(url, { baseUrl, transport })
  if (problem === undefined) return ok(`The basemap responds: ${url}`)
  return warning(
    `The basemap does not work: ${url} ${problem}.`,
    'Check CATALOG_BASEMAP_URL, and the key in it if there is one.',
  )
}

async function checkFile(path: string): Promise<CheckResult> {
  const { ok, warning } = createResults('basemap')
  const problem = path.endsWith('.pmtiles') ? await findFileProblem(path) : undefined
  if (problem === undefined) return ok(`Maps show ${path}.`)
  return warning(
    `The basemap does not work: ${problem}`,
    'Replace it with: catalog basemap fetch, or: catalog basemap add FILE',
  )
}

async function findFileProblem(path: string): Promise<string | undefined> {
  try {
    await using handle = await open(path)
    await openArchive(path, createRangeReader(handle))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error.message
    return `${path} cannot be read: ${(error as Error).message}.`
  }
}

/** Some providers refuse requests without a referrer. Maps of a region lack the tile of the whole world. */
async function findProblem(
  url: string,
  { baseUrl, transport }: { baseUrl: string | null; transport: Transport },
): Promise<string | undefined> {
  const headers: Record<string, string> = baseUrl === null ? {} : { Referer: `${baseUrl}/` }
  try {
    const response = await transport({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
    await response.text()
    const isMissingTile = response.status === 404 && url.includes('/0/0/0')
    return response.status < 400 || isMissingTile ? undefined : `responds with ${response.status}`
  } catch (error) {
    return `does not respond: ${(error as Error).message}`
  }
}
