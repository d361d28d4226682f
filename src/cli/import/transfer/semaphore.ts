/** So many may be at work at a time; one that needs all the room waits until it has it. */
export interface Semaphore {
  readonly busy: number
  /** Resolves when there is room; disposing of it makes room again. */
  acquire(): Promise<Disposable>
  acquireAll(): Promise<Disposable>
}

interface Waiting {
  lanes: number
  go: () => void
}

export function createSemaphore(count: number): Semaphore {
  let busy = 0
  const queue: Waiting[] = []
  const next = (): void => {
    for (let first = queue[0]; first && busy + first.lanes <= count; first = queue[0]) {
      queue.shift()
      busy += first.lanes
      first.go()
    }
  }
  const enter = (lanes: number): Promise<Disposable> =>
    new Promise((resolve) => {
      let left = false
      const leave = (): void => {
        if (left) return
        left = true
        busy -= lanes
        next()
      }
      queue.push({ lanes, go: () => resolve({ [Symbol.dispose]: leave }) })
      next()
    })
  return {
    get busy() {
      return busy
    },
    acquire: () => enter(1),
    acquireAll: () => enter(count),
  }
}
