import { html, type Html } from '../../../core/base/html.ts'
import type { DecadeCount } from '../../../core/edtf/count-decades.ts'
import type { ShownFilters } from '../images/filters.ts'
import { findShownYears } from '../images/year-histogram.ts'
import type { Visit } from '../visit.ts'

/** Renders the element in which a script creates sliders of the years; without scripts, the form has fields. */
export function renderYearRange(
  { messages: { images } }: Visit,
  decades: readonly DecadeCount[],
  { given }: Pick<ShownFilters, 'given'>,
): Html | null {
  const years = findShownYears(decades)
  return (
    years &&
    html`<div
      class="year-range"
      data-year-range
      data-first="${years.first}"
      data-last="${years.last}"
      data-from="${given.year_min ?? ''}"
      data-to="${given.year_max ?? ''}"
      data-from-label="${images.yearMin}"
      data-to-label="${images.yearMax}"
    ></div>`
  )
}
