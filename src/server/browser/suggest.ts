/** Shows suggestions while somebody types, from the page that the form leads to without scripts. */

const PAUSE_MS = 250

/** The form has a field `q`. Its page and this one have an element with `data-part="suggestions"`. */
export function enhance(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return
  const section = form.closest('section') ?? document
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = new AbortController()
  const suggest = async () => {
    latest.abort()
    latest = new AbortController()
    const page = await fetchPage(form, latest.signal)
    const next = page?.querySelector('[data-part="suggestions"]')
    const current = section.querySelector('[data-part="suggestions"]')
    if (next && current) current.replaceChildren(...next.childNodes)
  }
  // What was typed before this module was loaded.
  const field = form.elements.namedItem('q')
  if (field instanceof HTMLInputElement && field.value !== field.defaultValue) void suggest()
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void suggest(), PAUSE_MS)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    void suggest()
  })
}

/** @returns undefined if another request is newer, or the server cannot be reached */
async function fetchPage(
  form: HTMLFormElement,
  signal: AbortSignal,
): Promise<Document | undefined> {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') query.set(name, value)
  try {
    const url = `${new URL(form.action).pathname}?${query.toString()}`
    const response = await fetch(url, { headers: { Accept: 'text/html' }, signal })
    if (!response.ok || response.redirected) return undefined
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch {
    return undefined
  }
}
