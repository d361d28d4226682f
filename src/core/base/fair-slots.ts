import { startDeadline } from './deadline.ts'
import type { CatalogError } from './errors.ts'
import { findExcess, findNextTask, getNextTurn, getTurn, type QueuedTask } from './fair-queue.ts'

export interface FairSlotsOptions {
  /** The most tasks that run at the same time, without those in reserved slots. */
  running: number
  /**
   * Number of further slots for clients that have no task running, so that they do not wait for long tasks of others;
   * default 0.
   */
  reserved?: number
  /** The most tasks of one client that run at the same time; default 1. */
  runningPerClient?: number
  /** The most tasks that wait, of all clients. Unlimited by default. */
  waiting?: number
  /** The most tasks of one client that wait. Unlimited by default. */
  waitingPerClient?: number
  /** Seconds after which a task that still waits is rejected. Unlimited by default. */
  waitSeconds?: number
  /** Creates the error of a task that is rejected because too many wait, or because it waited too long. */
  explainExcess: () => CatalogError
}

/** Limits how many tasks run at the same time, how many wait, and how long. */
export interface FairSlots {
  /**
   * Runs a task when its turn comes: the clients take turns, and a client with many tasks does not delay those of
   * others. The slot is free again when the task's promise settles.
   * @throws the signal's reason if it is aborted while the task waits
   */
  run<T>(client: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
}

interface SlotTask extends QueuedTask {
  isRunning: boolean
  start(): void
  reject(error: Error): void
}

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  return new Slots(options)
}

class Slots implements FairSlots {
  readonly #options: FairSlotsOptions
  /** Waiting and running tasks, in the order of their arrival. */
  readonly #queue: SlotTask[] = []
  #turn = 0

  constructor(options: FairSlotsOptions) {
    this.#options = options
  }

  async run<T>(client: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const task = await this.#waitWithDeadline(client, signal)
    try {
      return await work()
    } finally {
      this.#remove(task)
      this.#startNext()
    }
  }

  async #waitWithDeadline(client: string, signal: AbortSignal): Promise<SlotTask> {
    const { waitSeconds, explainExcess } = this.#options
    if (waitSeconds === undefined) return await this.#waitForTurn(client, signal)
    using deadline = startDeadline(waitSeconds, explainExcess)
    return await this.#waitForTurn(client, AbortSignal.any([signal, deadline.signal]))
  }

  async #waitForTurn(client: string, signal: AbortSignal): Promise<SlotTask> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task: SlotTask = {
      requests: [{ request: { client }, turn: getNextTurn(client, this.#queue, this.#turn) }],
      isRunning: false,
      start: resolve,
      reject: (error) => {
        this.#remove(task)
        reject(error)
      },
    }
    const abort = (): void => task.reject(signal.reason as Error)
    signal.addEventListener('abort', abort)
    this.#queue.push(task)
    this.#startNext()
    this.#rejectExcess(client)
    try {
      await promise
      return task
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  #startNext(): void {
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      this.#turn = getTurn(next)
      next.isRunning = true
      next.start()
    }
  }

  #findNext(): SlotTask | undefined {
    const { running, runningPerClient, reserved = 0 } = this.#options
    const taken = this.#queue.filter(({ isRunning }) => isRunning).length
    if (taken < running) return findNextTask(this.#queue, runningPerClient)
    return taken < running + reserved ? findNextTask(this.#queue, 1) : undefined
  }

  /** Rejects a task if this client, or all clients together, have too many that wait. */
  #rejectExcess(client: string): void {
    const { waiting = Infinity, waitingPerClient = Infinity, explainExcess } = this.#options
    const pending = this.#queue.filter(({ isRunning }) => !isRunning)
    const clients = pending.map(({ requests }) => requests.map(({ request }) => request.client))
    const ofClient = pending.filter((_, index) => clients[index]?.includes(client))
    if (ofClient.length > waitingPerClient) ofClient.at(-1)?.reject(explainExcess())
    else if (pending.length > waiting) pending[findExcess(clients)]?.reject(explainExcess())
  }

  #remove(task: SlotTask): void {
    const at = this.#queue.indexOf(task)
    if (at >= 0) this.#queue.splice(at, 1)
  }
}
