import { join } from 'node:path'
import { findDataFile, type DataFile } from '../media/data-file.ts'

/** Maps that an administrator places in the data directory, the preferred one first. */
export const BASEMAP_FILES = {
  pmtiles: { name: 'basemap.pmtiles', type: 'application/vnd.pmtiles' },
  geojson: { name: 'basemap.geojson', type: 'application/geo+json' },
} as const

export type BasemapFileKind = keyof typeof BASEMAP_FILES

export interface BasemapFile extends DataFile {
  kind: BasemapFileKind
}

/** Looks for a map in the data directory. @returns undefined if it is missing or not a file */
export async function findBasemapFile(
  data: string,
  kind: BasemapFileKind,
): Promise<BasemapFile | undefined> {
  const found = await findDataFile(join(data, BASEMAP_FILES[kind].name))
  return found && { kind, ...found }
}

/** Whether there is a map in the data directory. */
export async function hasBasemapFile(data: string): Promise<boolean> {
  const kinds = ['pmtiles', 'geojson'] as const
  const found = await Promise.all(kinds.map((kind) => findBasemapFile(data, kind)))
  return found.some((file) => file !== undefined)
}
