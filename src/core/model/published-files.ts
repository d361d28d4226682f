import { NDJSON } from './ndjson.ts'

/** A file of what `catalog publish` writes. */
export interface PublishedFile {
  name: string
  mediaType: string
}

/** Folder with the newest release, below the place where releases are published. */
export const LATEST = 'latest'

const PARQUET = 'application/vnd.apache.parquet'
const CSV = 'text/csv'

/** The tables and maps of a release. */
export const DATA_FILES = [
  { name: 'images.parquet', mediaType: PARQUET },
  { name: 'images.csv', mediaType: CSV },
  { name: 'georeferences.parquet', mediaType: PARQUET },
  { name: 'georeferences.geojsonl', mediaType: NDJSON },
  { name: 'georeferences.csv', mediaType: CSV },
  { name: 'areas.parquet', mediaType: PARQUET },
  { name: 'areas.geojsonl', mediaType: NDJSON },
  { name: 'areas.csv', mediaType: CSV },
  { name: 'placements.pmtiles', mediaType: 'application/vnd.pmtiles' },
] as const satisfies readonly PublishedFile[]

export const LICENSE_FILE = { name: 'LICENSE.txt', mediaType: 'text/plain' } as const
