import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { FileDetails } from './check-file.ts'
import type { CheckOptions } from './check-options.ts'
import type { FileFinder } from './find-file.ts'
import type { Finding } from '../../tables/finding.ts'
import type { PlannedPlace } from './check-place.ts'
import type { PlannedImage } from './planned-image.ts'

export interface RowToCheck {
  manifest: Manifest
  row: ManifestRow
  findFile: FileFinder
  options: CheckOptions
  /** Line of an earlier row with the same key. */
  earlierLine: number | undefined
}

export interface CheckedRow {
  row: ManifestRow
  findings: Finding[]
  /** Absent if the row has errors. */
  image?: PlannedImage
  /** Place of an imported row whose file no longer exists; that of any other row is in `image`. */
  place?: PlannedPlace | undefined
  /** Absent if the file is missing or cannot be uploaded. */
  file?: FileDetails
}
