import { appendFileSync } from 'node:fs'
import { env } from 'node:process'

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

/** A result for the table of `npm run bench`. */
export interface Figure {
  what: string
  /** With its unit. */
  figure: string
  /** The program that was measured beside it, or the limit at which the bench fails. */
  against: string
}

/** The file to which benches append their figures, a JSON text in each line. */
export const FIGURES_VARIABLE = 'BENCH_FIGURES'

/** Prints a figure, and stores it for the table. */
export function reportFigure(what: string, figure: string, against: string): void {
  console.log(`${what}: ${figure} (${against})`)
  const file = env[FIGURES_VARIABLE]
  const result: Figure = { what, figure, against }
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`)
}
