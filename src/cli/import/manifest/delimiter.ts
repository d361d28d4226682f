import { columnNamed } from './columns.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Excel writes the separator of a file into its first line. */
const DECLARATION = /^sep=([^\r\n])(?:\r\n|\n|\r)/

export interface Delimited {
  delimiter: string
  /** Length of Excel's declaration at the top, which is no row. */
  declaration: number
}

/**
 * Finds the separator: declared, or the one by which the header gives the most known columns.
 * @param head the beginning of the table, with the whole header
 * @param map other names of columns, which count as known too
 */
export function findDelimiter(
  head: string,
  given: string | undefined,
  map: Readonly<Record<string, string>>,
): Delimited {
  const declared = DECLARATION.exec(head)
  const declaration = declared?.[0].length ?? 0
  const delimiter =
    given ??
    declared?.[1] ??
    likeliest(firstLine(head.slice(declaration)), new Set(Object.keys(map)))
  return { delimiter, declaration }
}

function likeliest(header: string, mapped: ReadonlySet<string>): string {
  const scored = DELIMITERS.map((delimiter) => {
    const names = namesIn(header, delimiter)
    const known = names.filter((name) => columnNamed(name) !== undefined || mapped.has(name))
    return { delimiter, score: known.length * 100_000 + names.length }
  })
  scored.sort((one, other) => other.score - one.score)
  return scored[0]?.delimiter ?? ','
}

/** A separator between quotation marks parts nothing. */
function namesIn(header: string, delimiter: string): string[] {
  const outside = header.replace(/"([^"]*)"/g, (_, quoted: string) =>
    quoted.replaceAll(delimiter, ''),
  )
  return outside.split(delimiter).map((name) => name.trim())
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
}
