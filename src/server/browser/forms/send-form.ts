import { toSameOrigin } from '../fetch-page.ts'

/** Result of sending a form. */
export type Sent =
  /** It was accepted, and the server named the page to show next. */
  | { outcome: 'accepted'; url: string; page: Document }
  /** It has to be corrected, or cannot be accepted. The page says why. */
  | { outcome: 'refused'; page: Document }
  /** The session has ended. The page at the URL starts a new one and leads back. */
  | { outcome: 'signed out'; url: string }
  /** It is unknown whether the server received it. */
  | { outcome: 'unknown' }

const TIMEOUT_MS = 30_000

/**
 * Sends a form as the browser would, and reads the page that comes back.
 * @param submitter the button that was pressed
 */
export async function sendForm(
  form: HTMLFormElement,
  submitter: HTMLButtonElement | null,
): Promise<Sent> {
  const fields = new URLSearchParams(
    [...new FormData(form, submitter)].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  )
  try {
    const response = await fetch(
      toSameOrigin(submitter?.getAttribute('formaction') ?? form.action),
      {
        method: 'POST',
        body: fields,
        headers: { Accept: 'text/html' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    if (response.status >= 500) return { outcome: 'unknown' }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!response.ok) return { outcome: 'refused', page }
    if (isSignIn(response)) return { outcome: 'signed out', url: response.url }
    return { outcome: 'accepted', url: response.url, page }
  } catch {
    return { outcome: 'unknown' }
  }
}

function isSignIn({ redirected, url }: Response): boolean {
  return redirected && new URL(url).pathname.endsWith('/login/')
}
