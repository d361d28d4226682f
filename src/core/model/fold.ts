/**
 * Folds a text for case-insensitive comparison: NFC, and lower case by Unicode's full mapping, independent of the
 * locale. A final sigma equals any other, because searches match inside longer texts.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
