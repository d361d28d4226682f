/**
 * Folds a text for case-insensitive comparison: NFC, and lower case by Unicode's full mapping, independent of the
 * locale, but without the dot of a Turkish `İ`. A final sigma equals any other, because searches match inside longer
 * texts.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldSigma(toLowerCase(text))
}

/** Folds a text as `foldText`, but keeps the dot of `İ`. */
export function foldKeepingDot(text: string): string {
  return foldSigma(text.normalize('NFC').toLowerCase())
}

function foldSigma(text: string): string {
  return text.replaceAll('ς', 'σ').normalize('NFC')
}

/** Most texts, for which the rest changes nothing. */
const ASCII = /^\p{ASCII}*$/v

/** Folds a text as `foldText`, but keeps a final sigma. */
export function toLowerCase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/i\u0307+/gv, 'i')
}
