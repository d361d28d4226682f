import { seal, unseal } from '../../core/auth/sealed.ts'
import { addSeconds } from '../../core/auth/lifetimes.ts'
import { logSignInDeclined } from '../../core/auth/security-events.ts'
import { claimSignIn } from '../../core/auth/used-sign-ins.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { SIGN_INS_PER_MINUTE } from '../../core/base/limits.ts'
import type { OsmSignIn } from '../../core/integrations/osm.ts'
import {
  requireSameState,
  signInAlreadyUsed,
  signInMismatch,
  type PendingSignIn,
} from '../../core/integrations/pending-sign-in.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { seeOther } from '../pages/responses.ts'
import { redirect, type Reply } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import { PRIVATE_HEADERS, startSession } from './browser-session.ts'
import { expireCookie, serializeCookie, PENDING_COOKIE, readCookie } from './cookies.ts'
import { toReturnUrl } from './return-address.ts'
import { readQuery } from './query.ts'
import { signInPath } from './sign-in-path.ts'

const CALLBACK_PATH = '/login/osm/callback/'
const PENDING_SECONDS = 10 * 60
const MAX_COOKIE_LENGTH = 3800

interface Pending extends PendingSignIn {
  next: string
}

export const osmSignInRoutes = [
  route({
    method: 'GET',
    path: '/login/osm/',
    summary: 'Sign in with OpenStreetMap',
    responses: { 303: seeOther },
    errorResponses: {
      404: 'Signing in with OpenStreetMap is not set up on this service.',
      503: 'OpenStreetMap is not responding.',
    },
    perMinute: SIGN_INS_PER_MINUTE,
    errorFormat: 'page',
    async handle(request) {
      const { catalog, links } = request
      const { address, pending } = await requireOsm(catalog).begin(links.base(CALLBACK_PATH))
      const value = sealPending(catalog, {
        ...pending,
        next: readQuery(request).get('next') ?? '/',
      })
      const cookie = serializeCookie(links, {
        name: PENDING_COOKIE,
        value,
        seconds: PENDING_SECONDS,
      })
      return redirect(address, { ...PRIVATE_HEADERS, 'Set-Cookie': cookie })
    },
  }),
  route({
    method: 'GET',
    path: CALLBACK_PATH,
    hasEffects: true,
    summary: 'Complete the sign-in with OpenStreetMap',
    responses: { 303: seeOther },
    errorResponses: {
      400: 'The sign-in was started in another browser, has expired, or was already completed.',
      404: 'Signing in with OpenStreetMap is not set up on this service.',
      503: 'OpenStreetMap is not responding.',
    },
    perMinute: SIGN_INS_PER_MINUTE,
    errorFormat: 'page',
    retryPath: (request) => signInPath(readPending(request)?.next),
    handle: handleCallback,
  }),
]

async function handleCallback(request: RouteRequest): Promise<Reply> {
  const { catalog, links } = request
  const osm = requireOsm(catalog)
  const pending = readPending(request)
  if (!pending) throw signInMismatch()
  const returned = new URL(`${links.base(CALLBACK_PATH)}?${readQuery(request).toString()}`)
  requireSameState(returned, pending)
  await claimPending(catalog, pending)
  const account = await osm.finish(returned, pending)
  if (account) return startSession(request, async () => account, toReturnUrl(links, pending.next))
  logSignInDeclined(catalog.log)
  const cookie = expireCookie(links, PENDING_COOKIE)
  const signIn = links.base(signInPath(pending.next, 'declined'))
  return redirect(signIn, { ...PRIVATE_HEADERS, 'Set-Cookie': cookie })
}

/** Marks the sign-in as used, so that a copied cookie cannot complete it again. */
async function claimPending(
  { write, clock }: Pick<Catalog, 'clock' | 'write'>,
  { state }: Pending,
): Promise<void> {
  const expiresAt = addSeconds(clock.now(), PENDING_SECONDS)
  if (!(await write((tx) => claimSignIn(tx, state, expiresAt)))) throw signInAlreadyUsed()
}

/** Drops a return address that is too long, since browsers reject cookies larger than 4096 bytes. */
function sealPending(
  { signingKeys, clock }: Pick<Catalog, 'clock' | 'signingKeys'>,
  pending: Pending,
): string {
  const key = signingKeys.current()
  const expiresAt = addSeconds(clock.now(), PENDING_SECONDS)
  const value = seal(key, pending, expiresAt)
  return value.length > MAX_COOKIE_LENGTH ? seal(key, { ...pending, next: '/' }, expiresAt) : value
}

function requireOsm({ osm }: Pick<Catalog, 'osm'>): OsmSignIn {
  if (osm) return osm
  throw new CatalogError(
    'not_found',
    'Signing in with OpenStreetMap is not set up on this service.',
  )
}

/** The sign-in that this browser started; undefined if there is none or it has expired. */
function readPending(
  request: Pick<RouteRequest, 'catalog' | 'links' | 'cookie'>,
): Pending | undefined {
  const { signingKeys, clock } = request.catalog
  const value = readCookie(request, PENDING_COOKIE)
  return value === undefined
    ? undefined
    : (unseal(signingKeys.valid(), value, clock.now()) as Pending)
}
