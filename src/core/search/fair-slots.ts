import {
  findExcess,
  findNextSearch,
  getNextTurn,
  getTurn,
  type QueuedSearch,
} from './thread/fair-queue.ts'

export interface FairSlotsOptions {
  /** The most tasks that run at the same time. */
  running: number
  /** The most tasks that wait, of all clients. */
  waiting: number
  /** Creates the error of a task that is rejected because too many wait. */
  explainExcess: () => Error
}

/** Limits how many tasks run at the same time, and how many wait. */
export interface FairSlots {
  /**
   * Runs a task when its turn comes: those of one client run one after the other, and a client with many does not delay
   * those of others.
   * @throws the signal's reason if it is aborted while the task waits
   */
  run<T>(client: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
}

interface QueuedTask extends QueuedSearch {
  isRunning: boolean
  start(): void
  reject(error: Error): void
}

export function createFairSlots({ running, waiting, explainExcess }: FairSlotsOptions): FairSlots {
  /** In the order of their arrival. */
  const queue: QueuedTask[] = []
  let turn = 0
  const remove = (task: QueuedTask): void => {
    const at = queue.indexOf(task)
    if (at >= 0) queue.splice(at, 1)
  }
  const startNext = (): void => {
    while (queue.filter(({ isRunning }) => isRunning).length < running) {
      const next = findNextSearch(queue)
      if (!next) return
      turn = getTurn(next)
      next.isRunning = true
      next.start()
    }
  }
  const rejectExcess = (): void => {
    const pending = queue.filter(({ isRunning }) => !isRunning)
    if (pending.length <= waiting) return
    const clients = pending.map(({ requests }) => requests.map(({ request }) => request.client))
    pending[findExcess(clients)]?.reject(explainExcess())
  }
  const waitForTurn = async (client: string, signal: AbortSignal): Promise<QueuedTask> => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task: QueuedTask = {
      requests: [{ request: { client }, turn: getNextTurn(client, queue, turn) }],
      isRunning: false,
      start: resolve,
      reject(error) {
        remove(task)
        reject(error)
      },
    }
    const abort = (): void => task.reject(signal.reason as Error)
    signal.addEventListener('abort', abort)
    queue.push(task)
    startNext()
    rejectExcess()
    try {
      await promise
      return task
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
  return {
    async run(client, signal, work) {
      const task = await waitForTurn(client, signal)
      try {
        return await work()
      } finally {
        remove(task)
        startNext()
      }
    },
  }
}
