import { zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'

export interface ParquetFile {
  /** Geometries are GeoJSON, dates and times are Date. */
  // oxlint-disable-next-line typescript/no-explicit-any -- any value
  rows: Record<string, any>[]
  /** Metadata of the file by key. */
  metadata: Record<string, string | undefined>
  /** Names of the columns below the root with their logical or physical types. */
  columns: Record<string, string>
  /** Number of rows of each row group. */
  groups: number[]
}

/** Reads a Parquet file with hyparquet. */
export async function readParquet(path: string): Promise<ParquetFile> {
  const file = await asyncBufferFromFile(path)
  const { schema, row_groups, key_value_metadata = [] } = await parquetMetadataAsync(file)
  const ZSTD = (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes)
  return {
    rows: await parquetReadObjects({ file, compressors: { ZSTD } }),
    metadata: Object.fromEntries(key_value_metadata.map(({ key, value }) => [key, value])),
    columns: Object.fromEntries(
      schema
        .slice(1)
        .map(({ name, type, converted_type }) => [name, converted_type ?? type ?? 'group']),
    ),
    groups: row_groups.map(({ num_rows }) => Number(num_rows)),
  }
}
