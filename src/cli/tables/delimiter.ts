import type { ColumnNames } from './columns.ts'
import { countKnownNames, TOP_ROWS } from './header-row.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const

/** Excel may declare the delimiter in the first line. */
const DECLARATION = /^sep=([^\r\n])(?:\r\n|\n|\r)/

export interface DelimiterInfo {
  delimiter: string
  /** Length of Excel's `sep=` line in characters; 0 if there is none. */
  declarationLength: number
}

/**
 * Finds the delimiter: the given one, the declared one, or the one that yields the most known columns.
 * @param head start of the file, including the whole header
 */
export function findDelimiter(
  head: string,
  given: string | undefined,
  names: ColumnNames,
): DelimiterInfo {
  const declared = DECLARATION.exec(head)
  const declarationLength = declared?.[0].length ?? 0
  const delimiter =
    given ?? declared?.[1] ?? guessDelimiter(readTopLines(head.slice(declarationLength)), names)
  return { delimiter, declarationLength }
}

/** Without any known name, the delimiter that splits the first line into most cells wins. */
function guessDelimiter(lines: readonly string[], names: ColumnNames): string {
  const scored = DELIMITERS.map((delimiter) => {
    const cells = lines.map((line) => splitNames(line, delimiter))
    const known = Math.max(0, ...cells.map((line) => countKnownNames(line, names)))
    return { delimiter, score: known * 100_000 + (cells[0]?.length ?? 0) }
  })
  scored.sort((one, other) => other.score - one.score)
  return scored[0]?.delimiter ?? ','
}

/** Delimiters inside quotation marks do not split. */
function splitNames(header: string, delimiter: string): string[] {
  const unquoted = header.replace(/"([^"]*)"/g, (_, quoted: string) =>
    quoted.replaceAll(delimiter, ''),
  )
  return unquoted.split(delimiter).map((name) => name.trim())
}

function readTopLines(text: string): string[] {
  return text.trimStart().split(/\r\n|[\r\n]/, TOP_ROWS)
}
