import type { IncomingHttpHeaders } from 'node:http'
import { suspendedError } from '../../../core/auth/suspension.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import type { SignedInVisit } from '../../pages/visit.ts'

/** Users who may open a page or submit its form: all who are signed in, or only staff. */
export type PageAccess = 'user' | 'staff'

/** Descriptions of the error 403 of pages. */
export const ACCESS_ERRORS: Readonly<Record<PageAccess, string>> = {
  user: 'The form does not belong to this session, or was sent from another site.',
  staff: 'The user is not staff.',
}

/** @throws CatalogError kind `forbidden` */
export function requirePageAccess({ session }: SignedInVisit, access: PageAccess): void {
  if (access === 'user' || session.isStaff) return
  throw session.isSuspended ? suspendedError() : new CatalogError('forbidden', ['staff_only'])
}

/**
 * Rejects a form that a page of another site submits. Browsers that do not send the header rely on the CSRF token.
 * @throws CatalogError kind `forbidden`
 */
export function requireSameOrigin(headers: IncomingHttpHeaders): void {
  if ((headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin') return
  throw new CatalogError('forbidden', ['other_site'])
}
