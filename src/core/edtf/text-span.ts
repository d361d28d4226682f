import { EdtfError } from './edtf-error.ts'

/** A part of the text with its position, for error messages. */
export interface TextSpan {
  text: string
  /** Index of the first character in the whole text. */
  offset: number
}

/** Returns the part from `start` up to `end`, both relative to the span. */
export function slice(span: TextSpan, start: number, end?: number): TextSpan {
  return { text: span.text.slice(start, end), offset: span.offset + start }
}

/** Splits like `String.split`. */
export function split(span: TextSpan, separator: string): TextSpan[] {
  const pieces: TextSpan[] = []
  let offset = span.offset
  for (const text of span.text.split(separator)) {
    pieces.push({ text, offset })
    offset += text.length + separator.length
  }
  return pieces
}

/** Creates the error for a span. */
export function errorAt(problem: string, span: TextSpan, suggestion?: string): EdtfError {
  return new EdtfError(problem, span.offset, suggestion)
}

/** Creates the error for the first character that is not allowed, if there is one. */
export function findStrayCharacter(span: TextSpan, stray: RegExp): EdtfError | undefined {
  const match = stray.exec(span.text)
  if (match === null) return undefined
  return new EdtfError(`${describe(match[0])} is not allowed in a date`, span.offset + match.index)
}

function describe(character: string): string {
  return /\s/u.test(character) ? 'a space' : `"${character}"`
}
