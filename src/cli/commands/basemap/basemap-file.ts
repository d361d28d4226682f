import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Archive } from '../../../core/model/pmtiles/archive.ts'
import { findCredit } from '../../../core/model/pmtiles/credit.ts'
import type { Config } from '../../../core/config/config.ts'
import type { Cli } from '../../cli.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { formatBytes } from '../../terminal/format.ts'
import { hint } from '../../terminal/output.ts'

/** Returns the path of the map that the server of a data directory shows. */
export async function findTarget(cli: Cli, data: string): Promise<string> {
  const { BASEMAP_FILES } = await import('../../../server/basemap/basemap-files.ts')
  const path = join(data, BASEMAP_FILES.pmtiles.name)
  if (existsSync(path)) requireYes(cli, 'Replacing the basemap')
  return path
}

/** Asks on a terminal. @param question without the part about the basemap that would be replaced */
export async function agree(cli: Cli, path: string, question: string): Promise<boolean> {
  const replaced = existsSync(path) ? ', and replace the present basemap' : ''
  return await confirm(cli, `${question}${replaced}?`)
}

/** @throws CatalogError kind `unavailable` if the disk of the data directory has too little space */
export async function requireSpace(data: string, bytes: number): Promise<void> {
  const { getFreeBytes } = await import('../../../core/storage/disk/free-space.ts')
  const free = await getFreeBytes(data)
  if (bytes <= free) return
  const message = `The basemap needs ${formatBytes(bytes)}, but only ${formatBytes(free)} are free on the disk of ${data}.`
  throw new CatalogError('unavailable', message, { hint: 'Free some disk space.' })
}

/** Returns the credit of an archive, without addresses. */
export function formatCredit(archive: Archive): string {
  return findCredit(archive).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** Hints at a setting that keeps pages from showing the map. */
export function hintAtSettings(cli: Cli, { basemapUrl }: Config): void {
  if (basemapUrl === null) return
  hint(cli, 'Maps show CATALOG_BASEMAP_URL instead until it is removed from the settings.')
}
