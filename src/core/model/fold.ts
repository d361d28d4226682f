/**
 * The form in which texts are compared without regard to case: composed (NFC), lower case by Unicode's
 * full mapping whatever the machine's language is. A final sigma counts as any other, because the text
 * may be looked for inside a longer one.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
