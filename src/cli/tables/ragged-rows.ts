import { DELIMITERS } from './delimiter.ts'

interface Shape {
  header: readonly string[]
  delimiter: string
}

/** Counts the columns up to the last one that has a name: a header may end with delimiters. */
export function countNamedColumns(header: readonly string[]): number {
  return header.findLastIndex((name) => name.trim() !== '') + 1
}

/**
 * Explains why the cells of a row cannot belong to the columns of the header.
 * @returns undefined if only empty cells are missing or surplus
 */
export function explainRaggedRow(
  cells: readonly (string | undefined)[],
  { header, delimiter }: Shape,
): string | undefined {
  const width = header.length
  if (cells.length < countNamedColumns(header)) return explainShortRow(cells, { header, delimiter })
  if (!cells.slice(width).some((cell) => cell?.trim())) return undefined
  // Each further line that was read as a part of the row adds as many cells, less one that two lines share.
  const lines = (cells.length - 1) / Math.max(1, width - 1)
  if (lines >= 2 && cells.some((cell) => /[\r\n]/.test(cell ?? '')))
    return 'Some lines end differently, and are read as one. Save the file again with the same line ends.'
  return `Enclose a cell that contains ${nameDelimiter(delimiter)} in quotation marks, or remove the surplus cells.`
}

function nameDelimiter(delimiter: string): string {
  return delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter)
}

function explainShortRow(
  cells: readonly (string | undefined)[],
  { header, delimiter }: Shape,
): string | undefined {
  const holdsRow = (text: string, separator: string): boolean =>
    text.split(separator).length >= Math.max(2, countNamedColumns(header))
  const other = DELIMITERS.find(
    (one) => one !== delimiter && cells.length === 1 && holdsRow(cells[0] ?? '', one),
  )
  if (other !== undefined)
    return `Its cells are separated by ${nameDelimiter(other)}, those of the header by ${nameDelimiter(delimiter)}.`
  const hasSwallowedLine = cells.some((cell) =>
    cell
      ?.split(/[\r\n]+/)
      .slice(1)
      .some((line) => holdsRow(line, delimiter)),
  )
  return hasSwallowedLine
    ? 'A cell starts with a quotation mark that a later line closes. Check for a missing quotation mark.'
    : undefined
}
