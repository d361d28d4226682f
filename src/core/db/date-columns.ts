import { edtfBounds } from '../model/edtf/bounds.ts'
import { parseEdtf } from '../model/edtf/parse.ts'

/** An EDTF date as an image's row holds it: the text, and its bounds for the filters. */
export function dateColumns(edtfDate: string) {
  const bounds = edtfBounds(parseEdtf(edtfDate))
  return {
    edtf_date: edtfDate,
    strict_from: bounds.strictFrom,
    strict_to: bounds.strictTo,
    fuzzy_from: bounds.fuzzyFrom,
    fuzzy_to: bounds.fuzzyTo,
  }
}
