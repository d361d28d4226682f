import type { Cli } from '../cli.ts'
import type { LogToFile } from '../terminal/log-file.ts'
import { tell } from '../terminal/output.ts'
import type { HttpResponse, Transport } from './transport.ts'

/** Headers without secrets. The values of all others are hidden. */
const SAFE_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'allow',
  'cache-control',
  'catalog-features',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'idempotency-replayed',
  'if-range',
  'range',
  'retry-after',
  'vary',
])

const HIDDEN = 'HIDDEN'

/**
 * Reports each request on standard error: one line, or with `headers` also the headers. Values of the query and of
 * headers that may hold secrets are hidden, because people paste such output into reports.
 */
export function traceTransport(
  cli: Pick<Cli, 'stderr' | 'clock'>,
  transport: Transport,
  { headers }: { headers: boolean },
): Transport {
  const report = (lines: string[]): void => tell(cli as Cli, lines)
  const listHeaders = (mark: string, all: Record<string, string>): string[] =>
    headers
      ? Object.entries(all).map(([name, value]) => `${mark} ${name}: ${hideHeader(name, value)}`)
      : []
  return async (request) => {
    const title = `${request.method} ${hideQuery(request.url)}`
    if (headers) report([`> ${title}`, ...listHeaders('>', request.headers)])
    const start = cli.clock.now()
    const elapsed = (): string => `${Math.round((cli.clock.now() - start) / 1000)} ms`
    try {
      const response: HttpResponse = await transport(request)
      report([
        `< ${response.status} ${title} (${elapsed()})`,
        ...listHeaders('<', response.headers),
      ])
      return response
    } catch (error) {
      report([`! ${title} failed after ${elapsed()}: ${describeFailure(error)}`])
      throw error
    }
  }
}

/** Appends each request to the log file, without its headers. Values of the query are hidden. */
export function logTransport(
  cli: Pick<Cli, 'clock'>,
  transport: Transport,
  log: LogToFile,
): Transport {
  return async (request) => {
    const start = cli.clock.now()
    const report = (outcome: object): void => {
      const ms = Math.round((cli.clock.now() - start) / 1000)
      log({ event: 'request', method: request.method, url: hideQuery(request.url), ms, ...outcome })
    }
    try {
      const response = await transport(request)
      report({ status: response.status })
      return response
    } catch (error) {
      report({ failure: describeFailure(error) })
      throw error
    }
  }
}

/** Keeps the names of the parameters. */
function hideQuery(address: string): string {
  const url = URL.parse(address)
  if (url === null) return HIDDEN
  const names = [...url.searchParams.keys()].map((name) => `${name}=${HIDDEN}`)
  return `${url.origin}${url.pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`
}

function hideHeader(name: string, value: string): string {
  return SAFE_HEADERS.has(name.toLowerCase()) ? value : HIDDEN
}

function describeFailure(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection was lost'
}
