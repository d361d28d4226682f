import { computeBounds } from '../edtf/bounds.ts'
import { BEGINNING_OF_TIME, END_OF_TIME } from '../edtf/days.ts'
import { parseEdtf } from '../edtf/parse.ts'

const NO_BOUNDS = { strictFrom: null, strictTo: null, fuzzyFrom: null, fuzzyTo: null }

/**
 * Converts an EDTF date to the columns of an image: the text, and its bounds for filters. Without a date, and for one
 * that could be at any time, the bounds are null.
 */
export function dateColumns(edtfDate: string | null) {
  const bounds = edtfDate === null ? NO_BOUNDS : findBounds(edtfDate)
  return {
    edtf_date: edtfDate,
    strict_from: bounds.strictFrom,
    strict_to: bounds.strictTo,
    fuzzy_from: bounds.fuzzyFrom,
    fuzzy_to: bounds.fuzzyTo,
  }
}

function findBounds(edtfDate: string) {
  const bounds = computeBounds(parseEdtf(edtfDate))
  const isUndated = bounds.strictFrom === BEGINNING_OF_TIME && bounds.strictTo === END_OF_TIME
  return isUndated ? NO_BOUNDS : bounds
}
