import { createInterface } from 'node:readline'
import { kill } from 'node:process'
import { runProgram } from '../program.ts'
import { SERVER_USER } from './host-user.ts'

/** A server that accepts requests. */
export interface ServerProcess {
  readonly isRunning: true
  readonly baseUrl: string
  /** Sends a signal to the process, or to its group. */
  signal(name: NodeJS.Signals, to?: 'process' | 'group'): void
  /** Sends a signal, and waits until the process has ended. */
  stop(name: NodeJS.Signals, to?: 'process' | 'group'): Promise<Ended>
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ended>
}

/** A process that ended. */
export interface Ended {
  readonly isRunning: false
  /** Undefined if a signal ended it. */
  readonly code: number | undefined
  /** What it printed for people. */
  readonly said: string
  /** The lines of its log. */
  readonly log: string
}

export interface ServerOptions {
  data: string
  port?: number
  env?: NodeJS.ProcessEnv
}

/** Far longer than a server may take to start or to end. */
const TIMEOUT_MS = 120_000

/** Starts a server in a process group of its own, as the user of the server. Resolves when it serves or has ended. */
export async function startProcess({
  data,
  port = 0,
  env = {},
}: ServerOptions): Promise<ServerProcess | Ended> {
  const words = ['serve', '--data', data, '--port', String(port), '--log-level', 'warn']
  const options = { ...SERVER_USER, detached: true, forceKillAfterDelay: false } as const
  const child = runProgram(words, { env, timeout: 600_000, ...options })
  const ended = child.then(({ exitCode, stderr }) => readEnd(exitCode, String(stderr)))
  const lines = createInterface({ input: child.stdout! })
  const served = new Promise<string>((resolve) => lines.once('line', resolve))
  const first = await within(Promise.race([served, ended]), 'neither served nor ended')
  if (typeof first !== 'string') return first
  const signal = (name: NodeJS.Signals, to: 'process' | 'group' = 'process'): void =>
    void kill(to === 'group' ? -child.pid! : child.pid!, name)
  return {
    isRunning: true,
    baseUrl: first,
    signal,
    ended,
    async stop(name, to) {
      signal(name, to)
      return await within(ended, `not ended after ${name}`)
    },
  }
}

/** Separates the log of a server from what it says to people. */
function readEnd(code: number | undefined, stderr: string): Ended {
  const lines = stderr.split('\n')
  const isLog = (line: string): boolean => line.startsWith('{"level":')
  return {
    isRunning: false,
    code,
    said: lines.filter((line) => !isLog(line)).join('\n'),
    log: lines.filter(isLog).join('\n'),
  }
}

/** Rejects if a process hangs. */
export async function within<T>(work: Promise<T>, problem: string): Promise<T> {
  const timer = Promise.withResolvers<never>()
  const handle = setTimeout(() => timer.reject(new Error(problem)), TIMEOUT_MS)
  try {
    return await Promise.race([work, timer.promise])
  } finally {
    clearTimeout(handle)
  }
}
