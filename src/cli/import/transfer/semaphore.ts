/** A counting semaphore. Permits are granted in the order of the requests. */
export interface Semaphore {
  /** Number of permits in use. */
  readonly inUse: number
  /** Waits for a permit; disposing the result releases it. */
  acquire(): Promise<Disposable>
  /** Waits for all permits. */
  acquireAll(): Promise<Disposable>
}

interface Waiter {
  permits: number
  grant: () => void
}

export function createSemaphore(count: number): Semaphore {
  let inUse = 0
  const queue: Waiter[] = []
  const grantNext = (): void => {
    for (let first = queue[0]; first && inUse + first.permits <= count; first = queue[0]) {
      queue.shift()
      inUse += first.permits
      first.grant()
    }
  }
  const acquirePermits = (permits: number): Promise<Disposable> =>
    new Promise((resolve) => {
      let isReleased = false
      const release = (): void => {
        if (isReleased) return
        isReleased = true
        inUse -= permits
        grantNext()
      }
      queue.push({ permits, grant: () => resolve({ [Symbol.dispose]: release }) })
      grantNext()
    })
  return {
    get inUse() {
      return inUse
    },
    acquire: () => acquirePermits(1),
    acquireAll: () => acquirePermits(count),
  }
}
