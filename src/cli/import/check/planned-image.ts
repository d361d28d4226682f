import type { CheckedFile } from './check-file.ts'
import type { ImageMetadata } from './check-metadata.ts'

/** One picture to be imported: everything known, nothing sent. */
export interface PlannedImage extends CheckedFile {
  /** Counted from 1 without the header. */
  row: number
  line: number
  /** What names the row across runs. */
  key: string
  /** As the manifest names the file. */
  file: string
  collection: number
  /** In lower case hexadecimal, where the manifest tells it. */
  sha256?: string
  metadata: ImageMetadata
  /** The image whose file it takes the place of; a new image when absent. */
  replaces?: number
  /** Renamed to `….done` once the image is there: the description that an older importer keeps beside a file. */
  sidecar?: string
}
