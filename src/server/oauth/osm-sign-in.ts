import { seal, unseal } from '../../core/auth/sealed.ts'
import { after } from '../../core/auth/lifetimes.ts'
import { CatalogError } from '../../core/errors.ts'
import { anotherVisit, type OsmSignIn, type PendingSignIn } from '../../core/outside/osm.ts'
import type { Catalog } from '../../core/catalog.ts'
import { onwards } from '../pages/answers.ts'
import { redirect } from '../reply.ts'
import { route, type RouteRequest } from '../route.ts'
import { PRIVATE, startSession } from './browser-session.ts'
import { keepCookie, PENDING_COOKIE, readCookie } from './cookies.ts'
import { ownAddress } from './next.ts'
import { queryOf } from './query.ts'

const CALLBACK = '/login/osm/callback/'
const PENDING_SECONDS = 10 * 60
const MAX_PENDING = 3800

interface Pending extends PendingSignIn {
  next: string
}

export const osmSignInRoutes = [
  route({
    method: 'GET',
    path: '/login/osm/',
    summary: 'Goes to OpenStreetMap to sign in',
    answers: { 303: onwards },
    refusals: {
      404: 'This service does not sign in that way.',
      503: 'OpenStreetMap does not answer.',
    },
    failures: 'page',
    async handle(request) {
      const { catalog, links } = request
      const { address, pending } = await requireOsm(catalog).begin(links.base(CALLBACK))
      const value = sealed(catalog, { ...pending, next: queryOf(request).get('next') ?? '/' })
      const cookie = keepCookie(links, { name: PENDING_COOKIE, value, seconds: PENDING_SECONDS })
      return redirect(address, { ...PRIVATE, 'Set-Cookie': cookie })
    },
  }),
  route({
    method: 'GET',
    path: CALLBACK,
    summary: 'Comes back from OpenStreetMap',
    answers: { 303: onwards },
    refusals: {
      400: 'The sign-in was begun elsewhere, or too long ago.',
      403: 'OpenStreetMap did not confirm the account.',
      404: 'This service does not sign in that way.',
      503: 'OpenStreetMap does not answer.',
    },
    failures: 'page',
    anew: '/login/',
    async handle(request) {
      const { catalog, links } = request
      const pending = pendingOf(request)
      const returned = new URL(`${links.base(CALLBACK)}?${queryOf(request).toString()}`)
      const account = await requireOsm(catalog).finish(returned, pending)
      return startSession(request, account, ownAddress(links, pending.next))
    },
  }),
]

/** Browsers keep no cookie of more than 4096 bytes; where the address is too long, the first page will do. */
function sealed({ signingKey, clock }: Catalog, pending: Pending): string {
  const expiresAt = after(clock.now(), PENDING_SECONDS)
  const value = seal(signingKey, pending, expiresAt)
  return value.length > MAX_PENDING ? seal(signingKey, { ...pending, next: '/' }, expiresAt) : value
}

function requireOsm({ osm }: Catalog): OsmSignIn {
  if (osm) return osm
  throw new CatalogError(
    'not_found',
    'Signing in with OpenStreetMap is not set up on this service.',
  )
}

function pendingOf(request: RouteRequest): Pending {
  const { signingKey, clock } = request.catalog
  const value = readCookie(request, PENDING_COOKIE)
  const content = value && unseal(signingKey, value, clock.now())
  if (!content) throw anotherVisit()
  return content as Pending
}
