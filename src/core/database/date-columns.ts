import { computeBounds } from '../edtf/bounds.ts'
import { parseEdtf } from '../edtf/parse.ts'

const NO_BOUNDS = { strictFrom: null, strictTo: null, fuzzyFrom: null, fuzzyTo: null }

/** Converts an EDTF date to the columns of an image: the text, and its bounds for filters. Null clears all of them. */
export function dateColumns(edtfDate: string | null) {
  const bounds = edtfDate === null ? NO_BOUNDS : computeBounds(parseEdtf(edtfDate))
  return {
    edtf_date: edtfDate,
    strict_from: bounds.strictFrom,
    strict_to: bounds.strictTo,
    fuzzy_from: bounds.fuzzyFrom,
    fuzzy_to: bounds.fuzzyTo,
  }
}
