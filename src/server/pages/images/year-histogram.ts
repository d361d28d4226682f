import type { Html } from '../../../core/base/html.ts'
import { html } from '../../../core/base/html.ts'
import type { DecadeCount } from '../../../core/edtf/count-decades.ts'
import { listUrl } from '../parts/list-url.ts'
import { renderHistogram, type Bar } from '../parts/histogram.ts'
import type { Visit } from '../visit.ts'
import type { FilterQuery } from './filters.ts'

/** More bars would be too narrow. Beyond it, decades without images are left out, then the earliest. */
const MAX_BARS = 80
const YEARS = 10

/** The years of the filters. */
interface ChosenYears {
  query?: Partial<Pick<FilterQuery, 'year_min' | 'year_max'>> | undefined
}

/**
 * Shows the images by decade, with links to the images of each; nothing if there are fewer than two decades.
 * @param changes further changes of the parameters that the links make
 */
export function renderYearHistogram(
  visit: Visit,
  decades: readonly DecadeCount[],
  filters: ChosenYears,
  changes: Readonly<Record<string, string | null>> = {},
): Html | null {
  const { lists, images } = visit.messages
  const dated = listShownDecades(decades)
  if (dated.length < 2) return null
  const undated = decades.find(({ decade }) => decade === null)?.count ?? 0
  const first = dated[0]?.decade ?? 0
  const isDense = ((dated.at(-1)?.decade ?? 0) - first) / YEARS >= MAX_BARS
  const bars = dated.map(({ decade, count }, index): Bar => {
    const [from, to] = [String(decade), String(decade + YEARS - 1)]
    return {
      position: isDense ? index : (decade - first) / YEARS,
      count,
      label: from,
      name: images.decade(from, lists.images(count)),
      url: listUrl(visit, { year_min: from, year_max: to, ...changes }),
      isChosen: isChosen(decade, filters),
    }
  })
  return html`<div class="years">
    ${renderHistogram(images.years, bars)}
    ${undated > 0 && html`<p class="soft">${images.undated(lists.images(undated))}</p>`}
  </div>`
}

/** Finds the years that the histogram covers; null without a histogram. */
export function findShownYears(
  decades: readonly DecadeCount[],
): { first: number; last: number } | null {
  const dated = listShownDecades(decades)
  const [earliest, latest] = [dated[0], dated.at(-1)]
  if (!earliest || !latest || earliest === latest) return null
  return { first: earliest.decade, last: latest.decade + YEARS - 1 }
}

function listShownDecades(decades: readonly DecadeCount[]) {
  return decades.filter(isDated).slice(-MAX_BARS)
}

function isDated(row: DecadeCount): row is DecadeCount & { decade: number } {
  return row.decade !== null
}

function isChosen(decade: number, { query }: ChosenYears): boolean {
  const { year_min: min, year_max: max } = query ?? {}
  if (min === undefined && max === undefined) return false
  return decade + YEARS > (min ?? -Infinity) && decade <= (max ?? Infinity)
}
