/** Milliseconds after which a use counts half. */
const HALF_LIFE_MS = 10_000
/** After these, nothing is left of a use. */
const FORGOTTEN_MS = 20 * HALF_LIFE_MS

interface Use {
  ms: number
  at: number
}

/** Recent use of a resource by each client, in milliseconds. Older uses count less (exponential decay). */
export class RecentUse {
  /** In the order of the last use. */
  readonly #uses = new Map<string, Use>()
  readonly #now: () => number

  /** @param now a monotonic clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  add(client: string, ms: number): void {
    const at = this.#now()
    const recent = this.measure(client) + ms
    this.#uses.delete(client)
    this.#uses.set(client, { ms: recent, at })
    this.#forgetBefore(at - FORGOTTEN_MS)
  }

  measure(client: string): number {
    const use = this.#uses.get(client)
    return use === undefined ? 0 : use.ms * 0.5 ** ((this.#now() - use.at) / HALF_LIFE_MS)
  }

  /** Number of clients that are remembered. */
  get size(): number {
    return this.#uses.size
  }

  #forgetBefore(time: number): void {
    for (const [client, { at }] of this.#uses) {
      if (at >= time) return
      this.#uses.delete(client)
    }
  }
}
