import { createRequire } from 'node:module'
import type * as StringWidth from 'string-width'

/** Formats rows as aligned columns, one line per row, truncated to the maximum width. */
export function formatTable(lines: readonly string[][], maxWidth: number): string {
  const [header = []] = lines
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => measureWidth(line[column] ?? ''))),
  )
  shrink(widths, maxWidth)
  return lines
    .map((line) => widths.map((width, column) => fit(line[column] ?? '', width)).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

const GAP = '  '
const MIN_WIDTH = 6

/** Narrows the widest columns until the line fits or all columns have the minimum width. */
function shrink(widths: number[], maxWidth: number): void {
  const gaps = GAP.length * (widths.length - 1)
  let excess = widths.reduce((sum, width) => sum + width, gaps) - maxWidth
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest]
    if (width === undefined || width <= MIN_WIDTH) return
    const second = Math.max(MIN_WIDTH, ...widths.filter((other) => other < width))
    const taken = Math.min(excess, width - second)
    widths[widest] = width - taken
    excess -= taken
  }
}

function fit(text: string, width: number): string {
  const needed = measureWidth(text)
  if (needed <= width) return text + ' '.repeat(width - needed)
  let cut = ''
  let used = 0
  segmenter ??= new Intl.Segmenter()
  for (const { segment } of segmenter.segment(text)) {
    const next = used + measureWidth(segment)
    if (next > width - 1) break
    cut += segment
    used = next
  }
  return `${cut}…${' '.repeat(width - used - 1)}`
}

/** Created for the first text that is cut and then reused: to create one takes longer than to cut a text. */
let segmenter: Intl.Segmenter | undefined

let loaded: typeof StringWidth | undefined

/**
 * Returns the number of columns that a text takes on a terminal. The package is loaded for text that needs it
 * only, because that takes a sixth of the CPU time of a help screen.
 */
function measureWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  loaded ??= createRequire(import.meta.url)('string-width') as typeof StringWidth
  return loaded.default(text)
}

/**
 * Wraps text at spaces into lines of at most `width` columns. A longer word gets its own line.
 * @param indents prefix of the first line and of the other lines
 */
export function wrapText(
  text: string,
  width: number,
  indents: [string, string] = ['', ''],
): string[] {
  const [first = '', ...words] = text.split(' ')
  const lines: string[] = []
  let line = indents[0] + first
  for (const word of words) {
    const longer = `${line} ${word}`
    if (measureWidth(longer) <= width) line = longer
    else {
      lines.push(line)
      line = indents[1] + word
    }
  }
  return [...lines, line]
}
