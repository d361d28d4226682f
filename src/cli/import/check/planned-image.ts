import type { CheckedFile } from './check-file.ts'
import type { ImageMetadata } from './check-metadata.ts'
import type { PlannedPlace } from './check-place.ts'

/** An image to import, before anything is uploaded. */
export interface PlannedImage extends CheckedFile {
  /** From 1, without the header. */
  row: number
  line: number
  /** Identifies the row across runs. */
  key: string
  /** Name or URL of the file in the manifest. */
  file: string
  collection: number
  /** Expected SHA-256 in lower-case hexadecimal. */
  sha256?: string
  metadata: ImageMetadata
  /** Camera position of the image, placed once the image exists. */
  place?: PlannedPlace
  /** Id of the image whose file is replaced; absent for a new image. */
  replaces?: number
  /** Path of the JSON file that describes the image in a folder; renamed to `….done` after the import. */
  sidecar?: string
}
