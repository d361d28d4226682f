import type { Session } from '../../core/auth/sessions.ts'
import { html, type Html } from '../../core/html.ts'

/**
 * Headers of a page that contains the CSRF token: not cached, and not compressed, since the compressed length
 * could reveal the token (BREACH).
 */
export const CSRF_PAGE_HEADERS = { 'Cache-Control': 'no-store, no-transform' }

/** The CSRF token, which lets only this session's own pages submit a form. */
export function renderCsrfField({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`
}
