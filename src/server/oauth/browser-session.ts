import { parseBrowserFamily } from '../../core/auth/browser-family.ts'
import { isSameSecret } from '../../core/auth/secrets.ts'
import { deleteSession, findSession, type Session } from '../../core/auth/sessions.ts'
import { logSignedOut } from '../../core/auth/security-events.ts'
import { signIn, type FindAccount } from '../../core/auth/sign-in.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { SESSION_SECONDS } from '../../core/base/limits.ts'
import type { Links } from '../http/links.ts'
import { redirect, type Reply } from '../http/reply.ts'
import type { RouteRequest } from '../http/route.ts'
import { signInPath } from './sign-in-path.ts'
import {
  expireCookie,
  serializeCookie,
  PENDING_COOKIE,
  readCookie,
  SESSION_COOKIE,
} from './cookies.ts'

/** Makes the browser forget the session, and pages and drafts of the user, whom another may follow at the same computer. */
export function signedOutHeaders(links: Links): Reply['headers'] {
  return {
    'Clear-Site-Data': '"storage", "cache"',
    'Set-Cookie': expireCookie(links, SESSION_COOKIE),
  }
}

export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

/** Finds the session of the browser's cookie; undefined if the user is not signed in. */
export async function findBrowserSession(request: RouteRequest): Promise<Session | undefined> {
  const secret = readCookie(request, SESSION_COOKIE)
  return secret ? findSession(request.catalog, secret) : undefined
}

/**
 * Redirects to the sign-in page, which then redirects back.
 * @param next path to return to; by default that of this request
 */
export function redirectToSignIn(
  { links, target }: Pick<RouteRequest, 'links' | 'target'>,
  next = target,
): Reply {
  return redirect(links.base(signInPath(next)), PRIVATE_HEADERS)
}

/** Signs the account in, ends the browser's previous session, and redirects to `next`. */
export async function startSession(
  request: RouteRequest,
  findAccount: FindAccount,
  next: string,
): Promise<Reply> {
  const { catalog, links } = request
  const browser = parseBrowserFamily(request.headers['user-agent'])
  const secret = await signIn(catalog, findAccount, browser)
  await closeBrowserSession(request)
  const session = { name: SESSION_COOKIE, value: secret, seconds: SESSION_SECONDS }
  const cookies = [serializeCookie(links, session), expireCookie(links, PENDING_COOKIE)]
  return redirect(next, { ...PRIVATE_HEADERS, 'Set-Cookie': cookies })
}

/** Signs out of this browser and redirects to `next`. */
export async function endSession(request: RouteRequest, next: string): Promise<Reply> {
  await closeBrowserSession(request)
  return redirect(next, { ...PRIVATE_HEADERS, ...signedOutHeaders(request.links) })
}

async function closeBrowserSession(request: RouteRequest): Promise<void> {
  const { catalog } = request
  const secret = readCookie(request, SESSION_COOKIE)
  const user = secret && (await catalog.write((tx) => deleteSession(tx, secret)))
  if (user) logSignedOut(catalog.log, user)
}

/** Checks the form's CSRF token. @throws CatalogError kind `forbidden` */
export function requireCsrfToken(session: Session, form: URLSearchParams): void {
  if (isSameSecret(form.get('csrf') ?? '', session.csrf)) return
  throw new CatalogError('forbidden', ['form_expired'])
}
