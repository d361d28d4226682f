/** A request of a client. */
interface ClientRequest {
  readonly id: number
  readonly client: string
}

/** The waiting requests of clients, which take turns: a client with many requests does not delay those of others. */
export class RequestQueue<Request extends ClientRequest> {
  #waiting: { request: Request; turn: number }[] = []
  /** The turn of the last request that was taken. */
  #turn = 0

  add(request: Request): void {
    const ofClient = this.#waiting.filter((other) => other.request.client === request.client)
    // Each request of a client has a later turn than the one before.
    const turn = Math.max(this.#turn, ...ofClient.map((other) => other.turn + 1))
    this.#waiting.push({ request, turn })
  }

  /** Removes and returns the next request; undefined if none waits. */
  take(): Request | undefined {
    const [next] = this.#waiting.toSorted((a, b) => a.turn - b.turn)
    if (!next) return undefined
    this.#turn = next.turn
    this.remove(next.request.id)
    return next.request
  }

  remove(id: number): void {
    this.#waiting = this.#waiting.filter(({ request }) => request.id !== id)
  }
}
