import { columnNamed } from './columns.ts'

const DELIMITERS = [',', ';', '\t'] as const

/** Excel writes the separator of a file into its first line. */
const DECLARATION = /^sep=([^\r\n])(?:\r\n|\n|\r)/

export interface Delimited {
  delimiter: string
  /** The text without Excel's declaration. */
  text: string
  /** Lines left out at the top. */
  skippedLines: number
}

/** Finds the separator: declared, or the one by which the header gives the most known columns. */
export function findDelimiter(text: string, given?: string): Delimited {
  const declared = DECLARATION.exec(text)
  const rest = declared ? text.slice(declared[0].length) : text
  const delimiter = given ?? declared?.[1] ?? likeliest(firstLine(rest))
  return { delimiter, text: rest, skippedLines: declared ? 1 : 0 }
}

function likeliest(header: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const names = header.split(delimiter)
    const known = names.filter((name) => columnNamed(name.replaceAll('"', '')) !== undefined)
    return { delimiter, score: known.length * 1000 + names.length }
  })
  scored.sort((one, other) => other.score - one.score)
  return scored[0]?.delimiter ?? ','
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
}
