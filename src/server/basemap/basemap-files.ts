import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Maps that an administrator places in the data directory, the preferred one first. */
export const BASEMAP_FILES = {
  pmtiles: { name: 'basemap.pmtiles', type: 'application/vnd.pmtiles' },
  geojson: { name: 'basemap.geojson', type: 'application/geo+json' },
} as const

export type BasemapFileKind = keyof typeof BASEMAP_FILES

export interface BasemapFile {
  kind: BasemapFileKind
  /** Path in the file system. */
  path: string
  /** In bytes. */
  size: number
  /** Changes with the file. */
  version: string
}

/** Looks for a map in the data directory. @returns undefined if it is missing or not a file */
export async function findBasemapFile(
  data: string,
  kind: BasemapFileKind,
): Promise<BasemapFile | undefined> {
  const path = join(data, BASEMAP_FILES[kind].name)
  const found = await stat(path).catch(ignoreMissing)
  if (!found?.isFile()) return undefined
  const { size, mtimeMs } = found
  return { kind, path, size, version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}` }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
