import { randomUUID } from 'node:crypto'
import type { Session } from '../../core/auth/sessions.ts'
import { html, type Html } from '../../core/base/html.ts'
import { IDEMPOTENCY_FIELD } from '../http/idempotency-key.ts'

/** Headers of pages with a CSRF token. Without `no-transform`, the compressed length could reveal it (BREACH). */
export const CSRF_PAGE_HEADERS = { 'Cache-Control': 'no-store, no-transform' }

/** A hidden field with the session's CSRF token. */
export function renderCsrfField({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`
}

/** The hidden fields of a form for `formRoute`: the CSRF token, and a key that keeps a double click from acting twice. */
export function renderFormFields(session: Session): Html {
  return html`${renderCsrfField(session)}<input
      type="hidden"
      name="${IDEMPOTENCY_FIELD}"
      value="${randomUUID()}"
    />`
}
