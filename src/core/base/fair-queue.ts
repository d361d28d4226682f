interface OfClient {
  readonly client: string
}

/** A request that waits for its task, with its turn. */
export interface QueuedRequest<Request extends OfClient = OfClient> {
  readonly request: Request
  /**
   * Tasks start in the order of their turns. Each request of a client has a later one than the client's request before
   * it, so that a client with many tasks does not delay those of others.
   */
  readonly turn: number
}

/** A task of one client, or of several ones that request the same. */
export interface QueuedTask {
  readonly requests: readonly QueuedRequest[]
  readonly isRunning: boolean
}

/** Returns the turn of a client's next request. @param current turn of the last task that started */
export function getNextTurn(client: string, tasks: readonly QueuedTask[], current: number): number {
  const ofClient = tasks
    .flatMap(({ requests }) => requests)
    .filter(({ request }) => request.client === client)
  return Math.max(current, ...ofClient.map(({ turn }) => turn + 1))
}

/** The earliest turn of the requests of a task. */
export function getTurn({ requests }: QueuedTask): number {
  return Math.min(...requests.map(({ turn }) => turn))
}

/** Returns the task to start next: one of a client that has fewer than `perClient` running. */
export function findNextTask<Task extends QueuedTask>(
  tasks: readonly Task[],
  perClient = 1,
): Task | undefined {
  const running = countTasks(tasks.filter(({ isRunning }) => isRunning).map(listClients))
  const [next] = tasks
    .filter((task) => !task.isRunning)
    .filter((task) => listClients(task).some((one) => (running.get(one) ?? 0) < perClient))
    .sort((a, b) => getTurn(a) - getTurn(b))
  return next
}

/**
 * Returns the position of the task to reject first: the last one of the client with the most tasks. A task of several
 * clients counts for the one with the fewest.
 * @param clients those of each task
 */
export function findExcess(clients: readonly (readonly string[])[]): number {
  const counts = countTasks(clients)
  const loads = clients.map((some) => Math.min(...some.map((client) => counts.get(client) ?? 0)))
  return loads.lastIndexOf(Math.max(...loads))
}

function listClients({ requests }: QueuedTask): string[] {
  return requests.map(({ request }) => request.client)
}

/** Counts the tasks of each client. @param clients those of each task */
function countTasks(clients: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const client of clients.flatMap((some) => [...new Set(some)])) {
    counts.set(client, (counts.get(client) ?? 0) + 1)
  }
  return counts
}
