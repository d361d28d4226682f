import { EdtfError } from './edtf-error.ts'

/** A piece of the text together with its place in the whole, so that a refusal can say where. */
export interface Stretch {
  text: string
  /** Index of the first character in the whole text. */
  at: number
}

/** The piece from `start` up to `end`, both counted inside the stretch. */
export function slice(stretch: Stretch, start: number, end?: number): Stretch {
  return { text: stretch.text.slice(start, end), at: stretch.at + start }
}

/** The pieces between separators, as `String.split` would give them. */
export function split(stretch: Stretch, separator: string): Stretch[] {
  const pieces: Stretch[] = []
  let at = stretch.at
  for (const text of stretch.text.split(separator)) {
    pieces.push({ text, at })
    at += text.length + separator.length
  }
  return pieces
}

/** The refusal of a stretch, to be thrown. */
export function refusal(problem: string, stretch: Stretch, instead?: string): EdtfError {
  return new EdtfError(problem, stretch.at, instead)
}

/** The refusal of the first character that is stray, if there is one. */
export function strayCharacter(stretch: Stretch, stray: RegExp): EdtfError | undefined {
  const match = stray.exec(stretch.text)
  if (match === null) return undefined
  return new EdtfError(`${describe(match[0])} does not belong in a date`, stretch.at + match.index)
}

function describe(character: string): string {
  return /\s/u.test(character) ? 'a blank' : `"${character}"`
}
