import type { FoundPlace, PlaceSearchResults } from '../../core/contract/place-search.ts'

/** The texts that the server writes into `data-texts`. */
interface Texts {
  nothing: string
  incomplete: string
  failed: string
  sources: Record<string, string>
  kinds: Record<string, string>
}

/** A position in whose surroundings places are preferred. */
interface Near {
  latitude: number
  longitude: number
}

const FORM = 'where'

/** Takes the controls of the box out of the form of the editor, which sends them without scripts. */
export function detachWhere(within: HTMLElement): void {
  for (const control of within.querySelectorAll('.where :is(input, button)'))
    control.setAttribute('form', FORM)
  for (const chip of within.querySelectorAll('.where button[name]'))
    chip.setAttribute('type', 'button')
}

/** Searches places by name over the map of an editor, and shows the chosen one on the map. It places nothing. */
export function enhance(box: HTMLElement): void {
  const field = box.querySelector<HTMLInputElement>('[name="where"]')
  if (!field) return
  const form = document.createElement('form')
  form.id = FORM
  document.body.append(form)
  detachWhere(box)
  const search = createSearch(box)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void search(field.value)
  })
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    showResults(box, { status: '', items: [] })
    field.focus()
  })
  box.addEventListener('click', (event) => {
    const chip =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-where]') : null
    if (chip) {
      field.value = chip.dataset.where ?? ''
      void search(field.value)
    }
    const chosen =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-extent]') : null
    if (!chosen) return
    showResults(box, { status: '', items: [] })
    showOnMap(box, JSON.parse(chosen.dataset.extent ?? '[]') as number[])
  })
}

/** A newer search takes the place of an older one. */
function createSearch(box: HTMLElement): (text: string) => Promise<void> {
  const texts = JSON.parse(box.dataset.texts ?? '{}') as Texts
  let latest = new AbortController()
  return async (text) => {
    latest.abort()
    latest = new AbortController()
    const { signal } = latest
    if (text.trim() === '') return
    const found = await fetchPlaces(box, text, signal)
    if (signal.aborted) return
    if (!found) return showResults(box, { status: texts.failed, items: [] })
    const { results, complete } = found
    const none = results.length === 0 ? texts.nothing : ''
    const items = results.map((place) => createItem(place, texts))
    showResults(box, { status: complete ? none : texts.incomplete, items })
  }
}

async function fetchPlaces(
  box: HTMLElement,
  text: string,
  signal: AbortSignal,
): Promise<PlaceSearchResults | undefined> {
  const near = JSON.parse(box.dataset.near || 'null') as Near | null
  const query = new URLSearchParams({ q: text, lang: document.documentElement.lang })
  if (near) {
    query.set('lat', String(near.latitude))
    query.set('lon', String(near.longitude))
  }
  try {
    const response = await fetch(`${box.dataset.url}?${query.toString()}`, { signal })
    return response.ok ? ((await response.json()) as PlaceSearchResults) : undefined
  } catch {
    return undefined
  }
}

function createItem(place: FoundPlace, { sources, kinds }: Texts): HTMLElement {
  const what = (place.kind === null ? sources[place.source] : kinds[place.kind]) ?? ''
  const named = place.source === 'image' ? `${what} #${place.id}` : what
  const title = document.createElement('bdi')
  title.textContent = place.title
  const about = document.createElement('span')
  about.className = 'soft'
  about.textContent = [named, place.credit].filter(Boolean).join(' · ')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.dataset.extent = JSON.stringify(place.extent)
  button.append(title, ' ', about)
  const item = document.createElement('li')
  item.append(button)
  return item
}

function showResults(
  box: HTMLElement,
  { status, items }: { status: string; items: readonly HTMLElement[] },
): void {
  const line = box.querySelector('[role="status"]')
  if (line) line.textContent = status
  box.querySelector('ol')?.replaceChildren(...items)
}

/** The map gets the focus, so that Enter places what comes next at its center. */
function showOnMap(box: HTMLElement, extent: number[]): void {
  const frame = box.parentElement?.querySelector<HTMLElement>('.map-container')
  frame?.dispatchEvent(new CustomEvent('show-extent', { detail: extent }))
  frame?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
}
