import type { RecordedDateOptions } from '../../../core/edtf/recorded/recorded-date.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { Problem } from '../journal/row-state-machine.ts'
import type { KnownLicense } from './check-license.ts'
import type { FindReplaceable } from './replaceable-image.ts'
import type { Finding } from '../../tables/finding.ts'
import type { SubjectFinder } from './find-subject.ts'
import type { PlaceOptions, PlannedPlace } from './check-place.ts'
import type { PlannedImage } from './planned-image.ts'

export interface CheckOptions extends PlaceOptions {
  /** Folders to search for files; the manifest's own folder if empty. */
  roots: readonly string[]
  /** Collection of rows that name none. */
  collection?: number
  /** Licenses of the instance; absent in an offline check. */
  licenses?: readonly KnownLicense[]
  /** Absent in an offline check. */
  subjectFinder?: SubjectFinder
  /** Looks up the image whose file a row replaces; absent if rows create images. */
  findReplaceable?: FindReplaceable
  /** In days since 1970-01-01; later dates are errors. If absent, future dates are accepted. */
  today?: number
  /** Languages and day order of recorded dates. */
  dates?: RecordedDateOptions
  /** Whether blank EDTF dates are derived from recorded dates. */
  deriveEdtf?: 'off' | 'certain'
  /** Folder of the files that were downloaded from URLs; absent in a check alone. */
  downloads?: string
  /** Asks whether a URL can be downloaded; absent to skip this check. */
  probeUrl?: ProbeUrl
  /** Whether files may have `http:` addresses. */
  allowHttp?: boolean
  /** Whether to compute the SHA-256 of every file. */
  hashFirst?: boolean
  /** Asks the instance for an image with the same content or reference; absent to skip this check. */
  findKnownImage?: (traits: ImageTraits) => Promise<KnownImage | undefined>
  /** Whether the row with this key is imported from this file, so that its file may have been moved. */
  isImported?: (key: string, file: string) => boolean
  /** Called with each imported row whose file no longer exists, and the place it names. */
  onFileMoved?: (row: ManifestRow, place: PlannedPlace | undefined) => void
  /** Called with each row that is not checked because it is imported, and the collection it names. */
  onImported?: (row: ManifestRow, collection: number | undefined) => void
  /** Limit of collected findings; any others are only counted. */
  maxFindings?: number
  /** Called in row order with the planned image of each row without errors. */
  onImage?: (image: PlannedImage) => void
  /** Called in row order with each row and its findings, including skipped rows. */
  onRow?: (row: ManifestRow, findings: readonly Finding[]) => void | Promise<void>
}

/** Identifiers of an image of the instance. */
export interface ImageTraits {
  sha256?: string
  referenceId?: string
  /** Collection of the row. Its images come before those of others. */
  collection?: number
}

export interface KnownImage {
  id: number
  /** Address of its page. */
  url: string
  by: 'sha256' | 'reference_id'
  /** Name of its collection; absent if that is the row's. */
  otherCollection?: string
}

/** Asks a server for a file without downloading it. @returns why it cannot be downloaded; undefined if it can */
export type ProbeUrl = (url: string) => Promise<Problem | undefined>
