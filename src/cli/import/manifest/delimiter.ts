import type { ColumnNames } from './columns.ts'
import { countKnownNames, TOP_ROWS } from './header-row.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Excel writes the separator of a file into its first line. */
const DECLARATION = /^sep=([^\r\n])(?:\r\n|\n|\r)/

export interface DelimiterInfo {
  delimiter: string
  /** Length of Excel's declaration at the top, which is no row. */
  declarationLength: number
}

/**
 * Finds the separator: declared, or the one by which the header gives the most known columns.
 * @param head the beginning of the table, with the whole header
 * @param names which names of columns count as known
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

/** Cells of the first line count where no line has a known name: a title may stand above the header. */
function guessDelimiter(lines: readonly string[], names: ColumnNames): string {
  const scored = DELIMITERS.map((delimiter) => {
    const cells = lines.map((line) => splitNames(line, delimiter))
    const known = Math.max(0, ...cells.map((line) => countKnownNames(line, names)))
    return { delimiter, score: known * 100_000 + (cells[0]?.length ?? 0) }
  })
  scored.sort((one, other) => other.score - one.score)
  return scored[0]?.delimiter ?? ','
}

/** A separator between quotation marks parts nothing. */
function splitNames(header: string, delimiter: string): string[] {
  const outside = header.replace(/"([^"]*)"/g, (_, quoted: string) =>
    quoted.replaceAll(delimiter, ''),
  )
  return outside.split(delimiter).map((name) => name.trim())
}

function readTopLines(text: string): string[] {
  return text.trimStart().split(/\r\n|[\r\n]/, TOP_ROWS)
}
