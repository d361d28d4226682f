import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatTimestamp } from '../../core/base/clock.ts'
import { readVersion } from '../../core/base/version.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { DATA_FILES, LICENSE_FILE } from '../../core/model/published-files.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { createLinks, linkBases } from '../../server/http/links.ts'
import { presentTileJson } from '../../server/presenters/tile-json.ts'
import type { Cli } from '../cli.ts'
import { startProgress } from '../terminal/progress.ts'
import { formatLicenses } from './license-text.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import {
  countRows,
  writeLayers,
  type LayersRequest,
  type RowCounts,
  type WrittenLayers,
} from './write-layers.ts'
import { writePmtiles } from './write-pmtiles.ts'

export interface ReleaseRequest {
  cli: Cli
  catalog: Pick<Catalog, 'config' | 'snapshot' | 'clock'>
  /** Address of the catalog. */
  baseUrl: string
}

/** Writes all files of a release to an empty folder, from one state of the catalog. The manifest comes last. */
export async function writeRelease(
  folder: string,
  release: string,
  { cli, catalog, baseUrl }: ReleaseRequest,
): Promise<Manifest> {
  const { config, clock } = catalog
  const { signal } = cli
  const license = config.contributionsLicense
  const links = createLinks(linkBases(config, baseUrl))
  await using snapshot = await catalog.snapshot()
  const { reads } = snapshot
  const siteName = await getSiteName(reads)
  const time = formatTimestamp(clock.now())
  const expected = await countRows(snapshot)
  const tables = { snapshot, links, license: license?.permalink, signal }
  const { rows, placements, licenses } = await writeTables(cli, folder, expected, tables)
  const described = presentTileJson(links, { siteName, tiles: '', license })
  const { name, attribution, vector_layers } = described
  const metadata = { name, attribution, vector_layers }
  await writePmtiles(join(folder, 'placements.pmtiles'), { reads, placements, metadata, signal })
  const siteUrl = links.base('/')
  const text = formatLicenses({ siteName, siteUrl, license, licenses })
  await writeFile(join(folder, LICENSE_FILE.name), text)
  return await writeManifest(folder, [...DATA_FILES, LICENSE_FILE], {
    release,
    time,
    catalog: { name: siteName, url: siteUrl, software: `catalog ${readVersion()}` },
    license: license && { name: license.display_name, url: license.permalink },
    rows,
  })
}

/** Shows the progress in rows. */
async function writeTables(
  cli: Cli,
  folder: string,
  expected: RowCounts,
  request: Omit<LayersRequest, 'onRow'>,
): Promise<WrittenLayers> {
  const count = Object.values(expected).reduce((sum, rows) => sum + rows, 0)
  using progress = await startProgress(cli, { unit: 'rows', count, bytes: 0 })
  const onRow = (): void => progress.addDone()
  return await writeLayers(folder, expected, { ...request, onRow })
}
