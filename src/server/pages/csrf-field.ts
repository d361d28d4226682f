import type { Session } from '../../core/auth/sessions.ts'
import { html, type Html } from '../../core/html.ts'

/** Headers of pages with a CSRF token. Without `no-transform`, the compressed length could reveal it (BREACH). */
export const CSRF_PAGE_HEADERS = { 'Cache-Control': 'no-store, no-transform' }

/** A hidden field with the session's CSRF token. */
export function renderCsrfField({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`
}
