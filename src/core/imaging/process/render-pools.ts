import { RecentUse } from '../../base/recent-use.ts'
import type { RenderInput } from '../render.ts'
import { ChildPool, type ChildPoolOptions } from './child-pool.ts'

/** Time of renders within the last seconds beyond which a client counts as heavy. */
const HEAVY_MS = 5000

/** What a render counts until it has run, so that a burst counts at once. */
const EXPECTED_MS = 100

/**
 * Children for renders, and others of the lowest priority for clients that have rendered much lately. Nobody else waits for
 * a long render of such a client (a multilevel feedback queue).
 */
export class RenderPools {
  readonly #use = new RecentUse()
  readonly #light: ChildPool
  readonly #heavy: ChildPool

  constructor(options: Omit<ChildPoolOptions, 'priority' | 'onRun'>) {
    const onRun = (client: string, ms: number) => this.#use.add(client, ms - EXPECTED_MS)
    this.#light = new ChildPool({ ...options, priority: 'interactive', onRun })
    this.#heavy = new ChildPool({ ...options, priority: 'background', onRun })
  }

  async submit(input: RenderInput, client: string, signal?: AbortSignal): Promise<Uint8Array> {
    const pool = this.#use.of(client) > HEAVY_MS ? this.#heavy : this.#light
    this.#use.add(client, EXPECTED_MS)
    return await pool.submit({ name: 'render', input }, client, signal)
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.close(), this.#heavy.close()])
  }
}
