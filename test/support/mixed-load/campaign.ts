import { setTimeout as pause } from 'node:timers/promises'
import { numbersFrom } from '../seeded-numbers.ts'
import { ACTORS, type Actors, type Target } from './actors.ts'

export interface LoadResult {
  /** Number of rounds of each kind of client. */
  rounds: Record<string, number>
  failures: string[]
}

/** Runs readers, importers, visitors and slow clients, or other actors, concurrently until the time is up. */
export async function mixedLoad(
  target: Target,
  { seed, seconds, actors = ACTORS }: { seed: number; seconds: number; actors?: Actors },
): Promise<LoadResult> {
  const result: LoadResult = { rounds: {}, failures: [] }
  const over = AbortSignal.timeout(seconds * 1000)
  const clients = Object.entries(actors).flatMap(([kind, { count, act }], place) =>
    Array.from({ length: count }, async (_, number) => {
      const below = numbersFrom(seed + place * 1000 + number)
      while (!over.aborted) {
        try {
          await act(target, below, over)
          result.rounds[kind] = (result.rounds[kind] ?? 0) + 1
        } catch (error) {
          result.failures.push(`${kind}: ${(error as Error).message}`)
          await pause(100)
        }
      }
    }),
  )
  await Promise.all(clients)
  return result
}
