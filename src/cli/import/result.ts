import type { CatalogError } from '../../core/errors.ts'
import type { PlannedImage } from './plan.ts'

/** What became of one row. */
export interface RowResult {
  row: number
  line: number
  file: string
  state: 'imported' | 'failed' | 'undecided' | 'not_started'
  image_id: number | null
  code: string | null
  message: string | null
}

export function imported(image: PlannedImage, imageId: number): RowResult {
  return { ...named(image), state: 'imported', image_id: imageId, code: null, message: null }
}

export function failed(image: PlannedImage, error: CatalogError): RowResult {
  return { ...named(image), state: 'failed', image_id: null, ...reason(error) }
}

export function undecided(image: PlannedImage, error: CatalogError): RowResult {
  return { ...named(image), state: 'undecided', image_id: null, ...reason(error) }
}

export function notStarted(image: PlannedImage): RowResult {
  return { ...named(image), state: 'not_started', image_id: null, code: null, message: null }
}

function named({ row, line, file }: PlannedImage): Pick<RowResult, 'row' | 'line' | 'file'> {
  return { row, line, file }
}

/** Refused fields have the codes of the check, so that rows that fail late look like those that fail early. */
function reason({ kind, message, details }: CatalogError): Pick<RowResult, 'code' | 'message'> {
  const [field] = Object.keys(details.fields ?? {})
  return { code: details.code ?? (field === undefined ? kind : `${field}.refused`), message }
}
