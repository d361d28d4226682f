import { browserFamily } from '../../core/auth/browser-family.ts'
import { isSameSecret } from '../../core/auth/secrets.ts'
import { closeSession, findSession, type Session } from '../../core/auth/sessions.ts'
import { signedOut } from '../../core/auth/security-events.ts'
import { signIn } from '../../core/auth/sign-in.ts'
import type { Account } from '../../core/auth/account.ts'
import { CatalogError } from '../../core/errors.ts'
import { SESSION_SECONDS } from '../../core/limits.ts'
import { redirect, type Reply } from '../reply.ts'
import type { RouteRequest } from '../route.ts'
import { signInPath } from './sign-in-path.ts'
import { dropCookie, keepCookie, PENDING_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts'

export const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

/** The session of this browser; undefined if the user is not signed in. */
export async function sessionOf(request: RouteRequest): Promise<Session | undefined> {
  const secret = readCookie(request, SESSION_COOKIE)
  return secret ? findSession(request.catalog, secret) : undefined
}

/** Redirects to the sign-in page, which returns to this request's address. */
export function toSignIn({ links, target }: RouteRequest): Reply {
  return redirect(links.base(signInPath(target)), PRIVATE)
}

/** Signs the account in, ends the browser's previous session, and redirects to `next`. */
export async function startSession(
  request: RouteRequest,
  account: Account,
  next: string,
): Promise<Reply> {
  const { catalog, links } = request
  await forgetSession(request)
  const browser = browserFamily(request.headers['user-agent'])
  const secret = await signIn(catalog, account, browser)
  const session = { name: SESSION_COOKIE, value: secret, seconds: SESSION_SECONDS }
  const cookies = [keepCookie(links, session), dropCookie(links, PENDING_COOKIE)]
  return redirect(next, { ...PRIVATE, 'Set-Cookie': cookies })
}

/** Signs out of this browser and redirects to `next`. */
export async function endSession(request: RouteRequest, next: string): Promise<Reply> {
  await forgetSession(request)
  return redirect(next, { ...PRIVATE, 'Set-Cookie': dropCookie(request.links, SESSION_COOKIE) })
}

async function forgetSession(request: RouteRequest): Promise<void> {
  const { catalog } = request
  const secret = readCookie(request, SESSION_COOKIE)
  const user = secret && (await catalog.write((tx) => closeSession(tx, secret)))
  if (user) signedOut(catalog.log, user)
}

/** Checks the form's CSRF token. @throws CatalogError kind `forbidden` */
export function requireOwnForm(session: Session, form: URLSearchParams): void {
  if (isSameSecret(form.get('csrf') ?? '', session.csrf)) return
  throw new CatalogError(
    'forbidden',
    'This form has expired. Please go back, reload the page, and try again.',
  )
}
