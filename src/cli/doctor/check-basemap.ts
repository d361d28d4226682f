import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import type { Transport } from '../client/transport.ts'
import { createResults, type CheckResult } from './check-result.ts'
import { findArchiveProblem, findSourceProblem } from './map-source.ts'

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
  const problem = await findSourceProblem({ baseUrl, transport }, { url })
  if (problem === undefined) return ok(`The basemap responds: ${url}`)
  return warning(
    `The basemap does not work: ${url} ${problem}.`,
    'Check CATALOG_BASEMAP_URL, and the key in it if there is one.',
  )
}

async function checkFile(path: string): Promise<CheckResult> {
  const { ok, warning } = createResults('basemap')
  const problem = path.endsWith('.pmtiles') ? await findArchiveProblem(path) : undefined
  if (problem === undefined) return ok(`Maps show ${path}.`)
  return warning(
    `The basemap does not work: ${problem}`,
    'Replace it with: catalog basemap fetch, or: catalog basemap add FILE',
  )
}
