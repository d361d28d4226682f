import { CatalogError } from './errors.ts'

/**
 * Converts a failed connection to an error with an explanation.
 * @returns an error that is explained already as it is; undefined if the error is not a network error
 */
export function toNetworkError(error: unknown, url: string): CatalogError | undefined {
  if (error instanceof CatalogError) return error
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
  [
    /^ECONNREFUSED$/,
    ({ origin }) => `${origin} refused the connection. Check that the server is running there.`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    ({ hostname }) =>
      `Cannot resolve the host name ${hostname}. Check the address and your network connection.`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|ERR_SSL|EPROTO/,
    ({ host, cause }) =>
      `Cannot establish a trusted TLS connection to ${host}: ${cause.message}. ` +
      'To trust a private certificate authority, set --ca-file or NODE_EXTRA_CA_CERTS to its certificate file.',
  ],
  [/TIMEOUT|^ETIMEDOUT$/, ({ host }) => `${host} did not respond in time. Try again later.`],
  [
    /^(EHOSTUNREACH|ENETUNREACH)$/,
    ({ host }) => `${host} is unreachable. Check your network connection.`,
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED_CONNECTION|ECONNABORTED)$/,
    ({ host }) => `The connection to ${host} was lost. Try again.`,
  ],
  [
    /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_)/,
    ({ origin, cause }) =>
      `The response of ${origin} is not valid HTTP: ${cause.message}. Check the address.`,
  ],
  [
    /^UND_ERR_PRX_TLS$|^UND_ERR_ABORTED$/,
    ({ cause }) =>
      `The proxy rejected the connection: ${cause.message}. Check HTTPS_PROXY and HTTP_PROXY.`,
  ],
]

/** Finds the innermost error code: connection errors are nested or aggregated. */
function findCode(error: unknown): Coded | undefined {
  if (!(error instanceof Error)) return undefined
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  // undici gives no code to a response that does not begin like one.
  const { code = error.name === 'HTTPParserError' ? 'HPE_INVALID' : undefined } = error as {
    code?: unknown
  }
  return (
    findCode(inner) ?? (typeof code === 'string' ? { code, message: error.message } : undefined)
  )
}
