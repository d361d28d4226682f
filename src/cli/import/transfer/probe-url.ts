import type { Cli } from '../../cli.ts'
import { followRedirects, requireFile } from '../../download/request-file.ts'
import type { ProbeUrl } from '../check/check-options.ts'
import type { Problem } from '../journal/row-state-machine.ts'
import { createSemaphore } from './semaphore.ts'
import { toUrlProblem, URL_UNREACHABLE } from './url-problem.ts'

const REQUESTS_AT_ONCE = 8
const TIMEOUT_MS = 15_000

/** A host that cannot be reached so often in succession is not asked again. */
const MAX_FAILURES = 5

/** Statuses of servers that answer GET only, or URLs that are signed for GET. */
const NO_HEAD: readonly number[] = [400, 403, 405, 501]

/** Creates a function that asks servers by HEAD, a few at once. */
export function createUrlProbe(
  cli: Pick<Cli, 'transport' | 'clock' | 'signal'>,
  { onlyPublic }: { onlyPublic: boolean },
): ProbeUrl {
  const requests = createSemaphore(REQUESTS_AT_ONCE)
  const failures = new Map<string, { count: number; problem: Problem }>()
  return async (url) => {
    const { host } = new URL(url)
    using _permit = await requests.acquire()
    cli.signal.throwIfAborted()
    const before = failures.get(host)
    if (before && before.count >= MAX_FAILURES) return before.problem
    const problem = await probe(cli, url, onlyPublic)
    if (problem?.code === URL_UNREACHABLE)
      failures.set(host, { count: (failures.get(host)?.count ?? 0) + 1, problem })
    else failures.delete(host)
    return problem
  }
}

async function probe(
  cli: Pick<Cli, 'transport' | 'clock' | 'signal'>,
  url: string,
  onlyPublic: boolean,
): Promise<Problem | undefined> {
  const request = new AbortController()
  const signal = AbortSignal.any([cli.signal, request.signal])
  const common = { url, signal, onlyPublic, timeoutMs: TIMEOUT_MS }
  try {
    const head = await followRedirects(cli, { ...common, method: 'HEAD', headers: {} })
    const response = NO_HEAD.includes(head.status)
      ? await followRedirects(cli, { ...common, headers: { Range: 'bytes=0-0' } })
      : head
    requireFile(response, { url }, cli)
    return undefined
  } catch (error) {
    cli.signal.throwIfAborted()
    return toUrlProblem(error)
  } finally {
    // Closes the connection if the server sends a body.
    request.abort()
  }
}
