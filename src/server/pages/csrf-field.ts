import type { Session } from '../../core/auth/sessions.ts'
import { html, type Html } from '../../core/html.ts'

/**
 * Headers of a page that holds the proof: kept by nobody, and not compressed, since the length of a
 * compressed page would tell about a secret in it.
 */
export const WITH_PROOF = { 'Cache-Control': 'no-store, no-transform' }

/** What a form must bring back, so that only this session's own pages can post it. */
export function csrfField({ csrf }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`
}
