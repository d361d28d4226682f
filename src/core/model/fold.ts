/** The form in which texts are compared without regard to case: composed (NFC), then lower case. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
