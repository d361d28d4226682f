import { EdtfError } from '../edtf-error.ts'
import { parseEdtf } from '../parse.ts'
import type { DraftReading } from './date-fields.ts'
import { findUnknownWords } from './terms.ts'
import { tokenize, type Token } from './tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Tells why a text has no reading.
 * @param drafts readings whose days do not exist
 */
export function explainUnread(
  text: string,
  vocabularies: readonly Vocabulary[],
  drafts: readonly DraftReading[],
): string {
  const { tokens } = tokenize(text)
  const invalid = drafts.map(({ edtf }) => explainInvalid(edtf)).find((reason) => reason !== null)
  if (invalid) return invalid
  const [first, ...others] = vocabularies.map((one) => findUnknownWords(tokens, one))
  const unknown = first?.filter((word) => others.every((words) => words.includes(word))) ?? []
  if (unknown.length === 1) return `unknown word "${unknown[0]}"`
  if (unknown.length > 1) return `unknown words ${unknown.map((word) => `"${word}"`).join(', ')}`
  if (tokens.some((token) => token.kind === 'sign' && token.text === ':')) return 'a time of day'
  return tokens.some(isYear) ? 'the parts do not form one date' : 'no year'
}

function isYear(token: Token): boolean {
  return token.kind === 'mask' || (token.kind === 'number' && token.digits.length === 4)
}

function explainInvalid(edtf: string): string | null {
  try {
    parseEdtf(edtf)
    return null
  } catch (error) {
    if (error instanceof EdtfError) return error.message.replace(/ \(position.*/u, '')
    throw error
  }
}
