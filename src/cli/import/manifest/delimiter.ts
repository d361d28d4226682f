import type { ColumnNames } from './columns.ts'
import { countKnownNames, TOP_ROWS } from './header-row.ts'

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
 * @param names which names of columns count as known
 */
export function findDelimiter(
  head: string,
  given: string | undefined,
  names: ColumnNames,
): Delimited {
  const declared = DECLARATION.exec(head)
  const declaration = declared?.[0].length ?? 0
  const delimiter = given ?? declared?.[1] ?? likeliest(topLines(head.slice(declaration)), names)
  return { delimiter, declaration }
}

/** Cells of the first line count where no line has a known name: a title may stand above the header. */
function likeliest(lines: readonly string[], names: ColumnNames): string {
  const scored = DELIMITERS.map((delimiter) => {
    const cells = lines.map((line) => namesIn(line, delimiter))
    const known = Math.max(0, ...cells.map((line) => countKnownNames(line, names)))
    return { delimiter, score: known * 100_000 + (cells[0]?.length ?? 0) }
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

function topLines(text: string): string[] {
  return text.trimStart().split(/\r\n|[\r\n]/, TOP_ROWS)
}
