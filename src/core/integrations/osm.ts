import type { Account } from './account.ts'
import { isLoopback, type Config, type Secrets } from '../config/config.ts'
import { invalid } from '../base/errors.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

const TIMEOUT_SECONDS = 10

/** Sign-in with an OpenStreetMap account by OpenID Connect with discovery. */
export interface OsmSignIn {
  /** Returns the URL to redirect the browser to. @throws CatalogError kind `unavailable` */
  begin(callback: string): Promise<{ address: string; pending: PendingSignIn }>
  /**
   * Exchanges the authorization response for the account.
   * @param returned the callback URL with the parameters that OpenStreetMap added
   * @returns undefined if the user declined
   * @throws CatalogError kind `invalid` if the response belongs to another sign-in or is too late,
   *   `unavailable` if OpenStreetMap fails
   */
  finish(returned: URL, pending: PendingSignIn): Promise<Account | undefined>
}

/**
 * Creates the sign-in; null if this service is not registered at an OpenStreetMap server.
 * @throws CatalogError kind `invalid` for an unencrypted URL
 */
export function createOsmSignIn(
  config: Config,
  secrets: Secrets,
  timeoutSeconds = TIMEOUT_SECONDS,
): OsmSignIn | null {
  const { osmUrl, osmClientId } = config
  const { osmClientSecret } = secrets
  if (osmClientId === null) return null
  refusePlainHttp(new URL(osmUrl))
  const registration = { clientId: osmClientId, secret: osmClientSecret }
  // Loaded on demand: commands on the host open the catalog, too, and few processes ever sign in a user.
  const load = () => import('./osm-flow.ts')
  const discover = cacheSuccess(async () =>
    (await load()).discoverServer(osmUrl, registration, timeoutSeconds),
  )
  return {
    begin: async (callback) => (await load()).begin(await discover(), callback),
    finish: async (returned, pending) => (await load()).finish(await discover(), returned, pending),
  }
}

/** Caches the first success. The call after a failure tries again. */
function cacheSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= work().catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return cached
  }
}

function refusePlainHttp({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw invalid('CATALOG_OSM_URL', 'must be an https URL, or an http URL of a loopback address')
}
