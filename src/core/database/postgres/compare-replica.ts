import type { Kysely } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import type { Tables } from '../tables.ts'
import { MAX_REPLICA_LAG_SECONDS } from '../../base/limits.ts'
import { toStorageError } from './errors.ts'
import { DIVERGED, explainMismatch, hasDiverged, readPosition, type Position } from './position.ts'
import { createReplayLag } from './replay-lag.ts'

/** The result of a comparison of a replica with its primary. */
export interface Comparison {
  /** Why the replica cannot answer, as a sentence; undefined if it can. */
  problem: string | undefined
  /** Lag behind the primary; undefined if it is unknown. */
  lagSeconds?: number | undefined
}

interface ComparedServers {
  primary: Kysely<Tables>
  replica: Kysely<Tables>
  clock: Clock
}

/** Returns a function that compares both servers, and measures the lag since earlier comparisons. It never fails. */
export function createComparison({
  primary,
  replica,
  clock,
}: ComparedServers): () => Promise<Comparison> {
  const lag = createReplayLag()

  async function compare(): Promise<Comparison> {
    const time = clock.now()
    // The replica goes on answering while the primary cannot be reached.
    const written = await readPosition(primary).catch(() => undefined)
    const replayed = await readPosition(replica)
    if (written) {
      const mismatch =
        explainMismatch(written, replayed) ?? (await explainDivergence(written, replayed))
      if (mismatch !== undefined) {
        lag.forget()
        return { problem: mismatch }
      }
      lag.addSample({ time, bytes: written.bytes })
    }
    const lagSeconds = lag.measure(replayed.bytes)
    return { problem: describeLag(lagSeconds), lagSeconds }
  }

  async function explainDivergence(
    written: Position,
    replayed: Position,
  ): Promise<string | undefined> {
    if (!hasDiverged(replayed, written)) return undefined
    // It may have replayed what the primary wrote between both queries.
    return hasDiverged(replayed, await readPosition(primary)) ? DIVERGED : undefined
  }

  return () => compare().catch(toComparison)
}

function toComparison(error: unknown): Comparison {
  return { problem: (toStorageError(error) ?? (error as Error)).message }
}

function describeLag(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return 'It does not include the present state of the primary yet.'
  if (seconds <= MAX_REPLICA_LAG_SECONDS) return undefined
  return `It lags ${Math.round(seconds)} seconds behind.`
}
