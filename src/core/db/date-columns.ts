import { computeBounds } from '../model/edtf/bounds.ts'
import { parseEdtf } from '../model/edtf/parse.ts'

/** Converts an EDTF date to the columns of an image: the text, and its bounds for filters. */
export function dateColumns(edtfDate: string) {
  const bounds = computeBounds(parseEdtf(edtfDate))
  return {
    edtf_date: edtfDate,
    strict_from: bounds.strictFrom,
    strict_to: bounds.strictTo,
    fuzzy_from: bounds.fuzzyFrom,
    fuzzy_to: bounds.fuzzyTo,
  }
}
