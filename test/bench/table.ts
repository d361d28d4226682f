export type Cell = string | number

/** Prints a table in Markdown, each line as soon as it is known. */
export function startTable(...header: string[]): (...cells: Cell[]) => void {
  const print = (cells: readonly Cell[]): void => console.log(`| ${cells.join(' | ')} |`)
  print(header)
  print(header.map(() => '---'))
  return (...cells) => print(cells)
}

/** Returns the smallest value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

/** Shows milliseconds with two significant digits or more. */
export function showMs(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : 0)
}
