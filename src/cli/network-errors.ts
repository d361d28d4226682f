import { CatalogError } from '../core/errors.ts'

/**
 * What a failed connection means, in words.
 * @returns undefined for what is no failure of the network
 */
export function toNetworkError(error: unknown, url: string): CatalogError | undefined {
  const cause = findCode(error)
  if (cause === undefined) return undefined
  const { host, hostname, origin } = new URL(url)
  const sentence = MESSAGES.find(([pattern]) => pattern.test(cause.code))?.[1]
  if (sentence === undefined) return undefined
  return new CatalogError('unavailable', sentence({ host, hostname, origin, cause }), {
    code: 'network',
    cause: error,
  })
}

interface Circumstances {
  host: string
  hostname: string
  origin: string
  cause: Coded
}

interface Coded {
  code: string
  message: string
}

const MESSAGES: [RegExp, (about: Circumstances) => string][] = [
  [/^ECONNREFUSED$/, ({ origin }) => `Nothing answers at ${origin}. Is the server running there?`],
  [
    /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    ({ hostname }) => `The name ${hostname} cannot be found. Check the address and your network.`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|ERR_SSL|EPROTO/,
    ({ host, cause }) =>
      `No trusted encrypted connection to ${host}: ${cause.message}. ` +
      'A certificate of your own can be named in NODE_EXTRA_CA_CERTS.',
  ],
  [/TIMEOUT|^ETIMEDOUT$/, ({ host }) => `${host} did not answer in time. Try again later.`],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED_CONNECTION|EHOSTUNREACH|ENETUNREACH|ECONNABORTED)$/,
    ({ host }) => `The connection to ${host} broke. Try again.`,
  ],
  [
    /^UND_ERR_PRX_TLS$|^UND_ERR_ABORTED$/,
    ({ cause }) => `The proxy refused: ${cause.message}. Check HTTPS_PROXY and HTTP_PROXY.`,
  ],
]

/** The innermost system code: connection failures come wrapped, or several at once. */
function findCode(error: unknown): Coded | undefined {
  if (!(error instanceof Error)) return undefined
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  const { code } = error as { code?: unknown }
  return (
    findCode(inner) ?? (typeof code === 'string' ? { code, message: error.message } : undefined)
  )
}
