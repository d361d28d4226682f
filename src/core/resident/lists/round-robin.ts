/**
 * Creates two queues whose items are handled one by one, alternately while both have items. Messages are received in
 * between, so that an item never waits for several items of the other queue.
 */
export function createRoundRobin<Item>(handle: (item: Item) => void) {
  const queues: [Item[], Item[]] = [[], []]
  let turn: 0 | 1 = 0
  let isScheduled = false
  const handleNext = (): void => {
    turn = turn === 0 ? 1 : 0
    const next = (queues[turn].length > 0 ? queues[turn] : queues[1 - turn])?.shift()
    isScheduled = queues[0].length + queues[1].length > 0
    if (isScheduled) setImmediate(handleNext)
    if (next !== undefined) handle(next)
  }
  return (queue: 0 | 1, item: Item): void => {
    queues[queue].push(item)
    if (!isScheduled) setImmediate(handleNext)
    isScheduled = true
  }
}
