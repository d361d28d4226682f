/** Milliseconds after which a use counts half. */
const HALF_LIFE_MS = 10_000
/** After these, nothing is left of a use. */
const FORGOTTEN_MS = 20 * HALF_LIFE_MS

interface Use {
  ms: number
  at: number
}

/** How long each client has used something lately, in milliseconds. Older uses count less (exponential decay). */
export class RecentUse {
  /** In the order of the last use. */
  readonly #uses = new Map<string, Use>()

  /** @param ms negative to correct an estimate */
  add(client: string, ms: number): void {
    const at = performance.now()
    const use = Math.max(0, this.of(client) + ms)
    this.#uses.delete(client)
    this.#uses.set(client, { ms: use, at })
    this.#forgetBefore(at - FORGOTTEN_MS)
  }

  of(client: string): number {
    const { ms, at } = this.#uses.get(client) ?? { ms: 0, at: 0 }
    return ms * 0.5 ** ((performance.now() - at) / HALF_LIFE_MS)
  }

  #forgetBefore(time: number): void {
    for (const [client, { at }] of this.#uses) {
      if (at >= time) return
      this.#uses.delete(client)
    }
  }
}
