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

/** Looks for the preferred map in the data directory. */
export async function findPreferredFile(data: string): Promise<BasemapFile | undefined> {
  return (await findBasemapFile(data, 'pmtiles')) ?? (await findBasemapFile(data, 'geojson'))
}
