/** So many may be at work at a time; one that needs all the room waits until it has it. */
export interface Semaphore {
  readonly inUse: number
  /** Resolves when there is room; disposing of it makes room again. */
  acquire(): Promise<Disposable>
  acquireAll(): Promise<Disposable>
}

interface Waiter {
  permits: number
  go: () => void
}

export function createSemaphore(count: number): Semaphore {
  let busy = 0
  const queue: Waiter[] = []
  const next = (): void => {
    for (let first = queue[0]; first && busy + first.permits <= count; first = queue[0]) {
      queue.shift()
      busy += first.permits
      first.go()
    }
  }
  const acquirePermits = (permits: number): Promise<Disposable> =>
    new Promise((resolve) => {
      let isReleased = false
      const release = (): void => {
        if (isReleased) return
        isReleased = true
        busy -= permits
        next()
      }
      queue.push({ permits, go: () => resolve({ [Symbol.dispose]: release }) })
      next()
    })
  return {
    get inUse() {
      return busy
    },
    acquire: () => acquirePermits(1),
    acquireAll: () => acquirePermits(count),
  }
}
