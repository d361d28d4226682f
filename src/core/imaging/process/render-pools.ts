import { RecentUse } from '../../base/recent-use.ts'
import type { RenderInput } from '../render.ts'
import { ChildPool, type ChildPoolOptions } from './child-pool.ts'

/** Recent rendering time above which a client is heavy. It approaches this at a third of a child's time. */
const HEAVY_MS = 5000

/** Charge for a render that has not ended, so that a burst counts at once. */
const EXPECTED_MS = 100

/**
 * Children for renders. Clients that render heavily share separate ones of the lowest priority, so that other clients do
 * not wait for their renders (a multilevel feedback queue).
 */
export class RenderPools {
  readonly #use = new RecentUse()
  /** Number of renders of each client that have not ended. */
  readonly #pending = new Map<string, number>()
  readonly #light: ChildPool
  readonly #heavy: ChildPool

  constructor(options: Omit<ChildPoolOptions, 'priority' | 'onRun'>) {
    const onRun = (client: string, ms: number) => this.#use.add(client, ms)
    this.#light = new ChildPool({ ...options, priority: 'interactive', onRun })
    this.#heavy = new ChildPool({ ...options, priority: 'background', onRun })
  }

  async submit(input: RenderInput, client: string, signal?: AbortSignal): Promise<Uint8Array> {
    const pending = this.#pending.get(client) ?? 0
    const isHeavy = this.#use.measure(client) + pending * EXPECTED_MS > HEAVY_MS
    this.#pending.set(client, pending + 1)
    try {
      const pool = isHeavy ? this.#heavy : this.#light
      return await pool.submit({ name: 'render', input }, client, signal)
    } finally {
      this.#removePending(client)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.close(), this.#heavy.close()])
  }

  #removePending(client: string): void {
    const others = (this.#pending.get(client) ?? 1) - 1
    if (others > 0) this.#pending.set(client, others)
    else this.#pending.delete(client)
  }
}
