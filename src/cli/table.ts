/** Lays out text in columns for a terminal, one line a row, never wider than it. */
export function layoutTable(lines: readonly string[][], maxWidth: number): string {
  const [header = []] = lines
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => displayWidth(line[column] ?? ''))),
  )
  shrink(widths, maxWidth)
  return lines
    .map((line) => widths.map((width, column) => fit(line[column] ?? '', width)).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

const GAP = '  '
const MIN_WIDTH = 6

/** Takes from the widest column until the line fits or no column can give more. */
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
  const needed = displayWidth(text)
  if (needed <= width) return text + ' '.repeat(width - needed)
  let cut = ''
  let used = 0
  for (const { segment } of SEGMENTS.segment(text)) {
    const next = used + displayWidth(segment)
    if (next > width - 1) break
    cut += segment
    used = next
  }
  return `${cut}…${' '.repeat(width - used - 1)}`
}

const SEGMENTS = new Intl.Segmenter()
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const PLAIN = /^[\x20-\x7e]*$/

/** Columns that the text takes on a terminal: East Asian characters and pictographs take two. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of SEGMENTS.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

/** Breaks a text between its words; a word that is wider than a line has one of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/ +/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
