import { html, type Html } from '../../../core/base/html.ts'
import type { DecadeCount } from '../../../core/edtf/count-decades.ts'
import type { ShownFilters } from '../images/filters.ts'
import { findShownYears } from '../images/year-histogram.ts'
import type { Visit } from '../visit.ts'

/**
 * Renders the element in which a script creates sliders of the years; without scripts, the form has fields.
 * They reach to the years of the filters, also where there are no images.
 */
export function renderYearRange(
  { messages: { images } }: Visit,
  decades: readonly DecadeCount[],
  { given }: Pick<ShownFilters, 'given'>,
): Html | null {
  const years = findShownYears(decades)
  if (!years) return null
  const limits = [given.year_min, given.year_max].filter((year) => year !== undefined).map(Number)
  const ends = [years.first, years.last, ...limits]
  return html`<div
    class="year-range"
    data-year-range
    data-first="${Math.min(...ends)}"
    data-last="${Math.max(...ends)}"
    data-from="${given.year_min ?? ''}"
    data-to="${given.year_max ?? ''}"
    data-from-label="${images.yearMin}"
    data-to-label="${images.yearMax}"
  ></div>`
}
