import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { Vocabulary } from './check-metadata.ts'
import type { FindReplaceable } from './replaceable-image.ts'
import type { Finding } from './finding.ts'
import type { FindSubject } from './find-subject.ts'
import type { PlannedImage } from './planned-image.ts'

export interface CheckOptions {
  /** Folders that files are looked up in; the manifest's own when none is given. */
  roots: readonly string[]
  /** For rows that name none. */
  collection?: number
  /** What the instance knows; undefined when it is not asked. */
  vocabulary?: Vocabulary
  /** Names subjects that are given by their item of the knowledge base; absent when nobody is asked. */
  findSubject?: FindSubject
  /** Looks up the image that a row gives another file; absent when rows make new images. */
  findReplaceable?: FindReplaceable
  /** Days since 1970-01-01; later dates are errors. Undefined lets them through. */
  today?: number
  /** Reads every file whole, to know its digest before it is sent. */
  hashFirst?: boolean
  /** Asks the instance whether it has such an image already; absent when that is not wanted. */
  findKnownImage?: (traits: ImageTraits) => Promise<KnownImage | undefined>
  /** Whether the row with this key is imported, so that its file may be put aside. */
  isImported?: (key: string) => boolean
  /** Given each imported row whose file is no longer there. */
  onFileMoved?: (row: ManifestRow) => void
  /** Given each row that is not checked because it is imported, with the collection that it names. */
  onImported?: (row: ManifestRow, collection: number | undefined) => void
  /** So many findings are kept, the others counted. */
  maxFindings?: number
  /** Given each row without errors, in the order of rows. */
  onImage?: (image: PlannedImage) => void
  /** Given each row with what is said about it, in the order of rows; also those that are left out. */
  onRow?: (row: ManifestRow, findings: readonly Finding[]) => void | Promise<void>
}

/** By what an image of the instance is recognised. */
export interface ImageTraits {
  sha256?: string
  referenceId?: string
}

export interface KnownImage {
  id: number
  by: 'sha256' | 'reference_id'
}
