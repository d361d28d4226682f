import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError, invalid } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import { getAccessToken, otherThan, validFor } from './access-token.ts'
import { requireInstance } from './choose-instance.ts'
import { readCredentials } from './credentials.ts'

/** One instance, and the token that this person has there. */
export interface Session {
  readonly url: string
  /** Where the token comes from. */
  readonly source: 'CATALOG_TOKEN' | 'CATALOG_TOKEN_FILE' | 'login' | 'none'
  /** A token valid for some time yet; undefined when nobody is signed in. */
  getToken(minValidSeconds?: number): Promise<string | undefined>
  /** Another token after this one was refused; undefined when there is no other. */
  refreshToken(refused: string): Promise<string | undefined>
}

const MIN_VALID_SECONDS = 60

/**
 * The instance that is talked to, by option, environment or the last sign-in, and who one is there.
 * @throws CatalogError kind `invalid` when no instance is named anywhere
 */
export async function openSession(cli: Cli): Promise<Session> {
  const credentials = await readCredentials(cli)
  const url = requireInstance(cli, credentials)
  const given = await readTokenFromEnv(cli)
  if (given) return { url, ...given, refreshToken: () => Promise.resolve(undefined) }
  const { tokens, unreadable } = credentials.instances[url] ?? {}
  if (!tokens && !unreadable) {
    const nothing = (): Promise<undefined> => Promise.resolve(undefined)
    return { url, source: 'none', getToken: nothing, refreshToken: nothing }
  }
  return {
    url,
    source: 'login',
    getToken: async (seconds = MIN_VALID_SECONDS) =>
      (await getAccessToken(cli, url, validFor(seconds, cli.clock))).access_token,
    refreshToken: async (refused) =>
      (await getAccessToken(cli, url, otherThan(refused))).access_token,
  }
}

/** A token handed in for scripts: used as it is, never renewed, never kept. */
async function readTokenFromEnv(
  cli: Cli,
): Promise<Pick<Session, 'source' | 'getToken'> | undefined> {
  const { CATALOG_TOKEN: token, CATALOG_TOKEN_FILE: file } = cli.env
  if (token) return toTokenSource('CATALOG_TOKEN', token)
  if (!file) return undefined
  return toTokenSource('CATALOG_TOKEN_FILE', await readTokenFile(resolve(cli.cwd, file)))
}

/** What cannot be sent in a header (RFC 6750, section 2.1) is no token. */
function toTokenSource(
  source: Session['source'],
  given: string,
): Pick<Session, 'source' | 'getToken'> {
  if (/^[\x21-\x7e]+$/.test(given)) return { source, getToken: () => Promise.resolve(given) }
  throw invalid(source, 'does not hold a token: one has neither blanks nor letters beyond ASCII')
}

async function readTokenFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    throw new CatalogError('invalid', `CATALOG_TOKEN_FILE: ${path} cannot be read`, {
      cause: error,
    })
  }
}
