/** The first and the last year of the images to show; null without a limit. */
export interface Years {
  from: string | null
  to: string | null
}

/** The `data-…` attributes of the element with the sliders. */
interface YearRangeAttributes {
  /** The years at the ends of the sliders, which set no limit. */
  first?: string
  last?: string
  /** The current limits, if any. */
  from?: string
  to?: string
  fromLabel?: string
  toLabel?: string
}

/** After the last movement, in milliseconds. */
const PAUSE = 200

/**
 * Creates a slider for the first year and one for the last, which do not pass each other.
 * @param onChange is called when a slider rests
 */
export function createYearRange(element: HTMLElement, onChange: (years: Years) => void): void {
  const attributes: YearRangeAttributes = element.dataset
  const { first = '', last = '', fromLabel = '', toLabel = '' } = attributes
  const ends = { first, last }
  const from = createSlider(fromLabel, ends, attributes.from || first)
  const to = createSlider(toLabel, ends, attributes.to || last)
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = (moved: Slider, other: Slider): void =>
    moved.input.addEventListener('input', () => {
      if (Number(from.input.value) > Number(to.input.value)) moved.input.value = other.input.value
      moved.showValue()
      clearTimeout(timer)
      timer = setTimeout(
        () =>
          onChange({
            from: from.input.value === first ? null : from.input.value,
            to: to.input.value === last ? null : to.input.value,
          }),
        PAUSE,
      )
    })
  listen(from, to)
  listen(to, from)
  element.replaceChildren(from.label, to.label)
}

interface Slider {
  label: HTMLLabelElement
  input: HTMLInputElement
  showValue(): void
}

function createSlider(text: string, ends: { first: string; last: string }, year: string): Slider {
  const label = document.createElement('label')
  const value = document.createElement('strong')
  const input = document.createElement('input')
  input.type = 'range'
  input.min = ends.first
  input.max = ends.last
  input.value = year
  const showValue = (): void => void (value.textContent = input.value)
  showValue()
  label.append(text, ' ', value, input)
  return { label, input, showValue }
}

/** Sets the years in the query of an address, which may be a template. */
export function withYears(address: string, { from, to }: Years): string {
  const [path = '', query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, year] of Object.entries({ year_min: from, year_max: to })) {
    if (year === null) parameters.delete(name)
    else parameters.set(name, year)
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
