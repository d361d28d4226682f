import { html, type Html } from '../../../core/base/html.ts'

export interface Bar {
  /** Its position on the axis, which has one place for each whole number. */
  position: number
  count: number
  /** Below the bar, where there is room. */
  label: string
  /** Accessible name: its value or range, with the count. */
  name: string
  url: string
  isChosen: boolean
}

/** Share of the height that the bars take; their labels take the rest, in percent. */
const BARS = 80
const MIN_HEIGHT = 2
const MAX_LABELS = 6
/** Of a bar's place, in pixels: a few decades do not fill the page. */
const MAX_WIDTH = 80
/** Share of a bar's place that it fills. */
const FILL = 0.86

/** Draws bars that are links, as wide as its place. The positions ascend. */
export function renderHistogram(label: string, bars: readonly Bar[]): Html {
  const first = bars[0]?.position ?? 0
  const places = (bars.at(-1)?.position ?? 0) - first + 1
  const highest = Math.max(...bars.map(({ count }) => count))
  const labeled = chooseLabeled(bars, places / MAX_LABELS)
  const scale = { width: 100 / places, first, highest }
  const width = `${places * MAX_WIDTH}`
  return html`<svg class="histogram" width="${width}" role="group" aria-label="${label}">
    ${bars.map((bar) => renderBar(bar, scale, labeled.has(bar)))}
  </svg>`
}

/** Chooses bars whose labels do not overlap. */
function chooseLabeled(bars: readonly Bar[], distance: number): ReadonlySet<Bar> {
  let next = -Infinity
  const chosen = bars.filter(({ position }) => {
    if (position < next) return false
    next = position + distance
    return true
  })
  return new Set(chosen)
}

interface Scale {
  /** Of a place, in percent. */
  width: number
  first: number
  highest: number
}

function renderBar(bar: Bar, { width, first, highest }: Scale, isLabeled: boolean): Html {
  const left = (bar.position - first) * width
  const height = Math.max(MIN_HEIGHT, (bar.count / highest) * BARS)
  const x = percent(left + (width * (1 - FILL)) / 2)
  return html`<a href="${bar.url}" aria-label="${bar.name}" ${bar.isChosen && html`class="chosen"`}>
      <title>${bar.name}</title>
      <rect
        class="place"
        x="${percent(left)}"
        width="${percent(width)}"
        height="${percent(BARS)}"
      />
      <rect
        class="bar"
        x="${x}"
        y="${percent(BARS - height)}"
        width="${percent(width * FILL)}"
        height="${percent(height)}"
      />
    </a>
    ${isLabeled && renderLabel(bar.label, left, width)}`
}

/** Centers a label below its bar, unless it would be cut off at the edge. */
function renderLabel(label: string, left: number, width: number): Html {
  const center = left + width / 2
  const isFirst = center < EDGE
  const isLast = center > 100 - EDGE
  const x = percent(isFirst ? left : isLast ? left + width : center)
  const anchor = isFirst ? 'start' : isLast ? 'end' : 'middle'
  return html`<text x="${x}" y="98%" text-anchor="${anchor}" aria-hidden="true">${label}</text>`
}

/** Half the width of a label on a narrow screen, in percent. */
const EDGE = 7

function percent(share: number): string {
  return `${Number(share.toFixed(3))}%`
}
