import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { TRANSIENT_KINDS } from '../client/retry.ts'
import { formatDuration } from '../terminal/format.ts'
import { hint } from '../terminal/output.ts'

/** Failures do not make the interval longer than this, unless it is anyway. */
const MAX_BACKOFF_SECONDS = 300

/** Polls until Ctrl-C, and yields what is found. While the instance cannot be reached, the polls become rarer. */
export async function* follow<Part>(
  cli: Cli,
  intervalSeconds: number,
  poll: () => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let delay = intervalSeconds
  for (;;) {
    try {
      yield* poll()
      delay = intervalSeconds
    } catch (error) {
      if (!isTemporary(error)) throw error
      delay = Math.max(intervalSeconds, Math.min(delay * 2, MAX_BACKOFF_SECONDS))
      hint(cli, `${error.message} The next attempt is in ${formatDuration(delay)}.`)
    }
    await cli.sleep(delay * 1000, cli.signal)
  }
}

function isTemporary(error: unknown): error is CatalogError {
  return error instanceof CatalogError && TRANSIENT_KINDS.includes(error.kind)
}

/**
 * Requires a format for a stream without an end, which is written row by row, on a terminal too.
 * @throws CatalogError kind `invalid` if a JSON document was asked for
 */
export function requireStream({ globals }: Cli): void {
  if (globals.output === 'json') {
    throw new CatalogError('invalid', '--follow writes a stream without an end.', {
      hint: 'Use --output ndjson: one object per line.',
    })
  }
  if (globals.output === 'human') globals.output = 'tsv'
}
