import { RecentUse } from '../../base/recent-use.ts'
import type { ChildPriority } from '../../processes/lower-priority.ts'
import { ChildPool, type ChildPoolOptions } from './child-pool.ts'
import type { ImageResult, ImageTask } from './image-messages.ts'

export interface ClientPoolsOptions extends Omit<ChildPoolOptions, 'priority' | 'onRun'> {
  /** Priority of the children for clients that are not heavy. */
  priority: ChildPriority
  heavy: {
    /** Recent processor time above which a client is heavy; `RecentUse` says how it decays. */
    aboveMs: number
    priority: ChildPriority
    reserved: number
  }
}

/**
 * Children for tasks that clients wait for. Clients that use them heavily share separate ones of a lower priority, so
 * that other clients wait neither for their tasks nor for the processors (a multilevel feedback queue).
 */
export class ClientPools {
  readonly #heavyAboveMs: number
  readonly #use = new RecentUse()
  /** Expected processor time of each client's tasks that have not ended, so that a burst counts at once. */
  readonly #pending = new Map<string, number>()
  readonly #light: ChildPool
  readonly #heavy: ChildPool

  constructor({ heavy, ...options }: ClientPoolsOptions) {
    const { aboveMs, priority, reserved } = heavy
    const onRun = (client: string, ms: number) => this.#use.add(client, ms)
    this.#heavyAboveMs = aboveMs
    this.#light = new ChildPool({ ...options, onRun })
    const slots = { ...options.slots, reserved }
    this.#heavy = new ChildPool({ ...options, slots, priority, onRun })
  }

  async submit<Task extends ImageTask>(
    task: Task,
    { client, expectedMs }: { client: string; expectedMs: number },
    signal?: AbortSignal,
  ): Promise<ImageResult<Task>> {
    const use = this.#use.measure(client) + this.#addPending(client, expectedMs)
    try {
      const pool = use > this.#heavyAboveMs ? this.#heavy : this.#light
      return await pool.submit(task, client, signal)
    } finally {
      this.#addPending(client, -expectedMs)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.close(), this.#heavy.close()])
  }

  /** Returns the expected time of all tasks of the client. */
  #addPending(client: string, ms: number): number {
    const sum = (this.#pending.get(client) ?? 0) + ms
    if (sum > 0) this.#pending.set(client, sum)
    else this.#pending.delete(client)
    return sum
  }
}
