import { fork, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { platform } from 'node:os'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { collectStderr } from './collect-stderr.ts'
import { lowerPriority, type ChildPriority } from './lower-priority.ts'
import { findNetworkIsolation } from './network-isolation.ts'

/**
 * A child process for untrusted content: without secrets, without a network where the host allows it, and with a limit
 * on its memory. It greets once, and then does one task at a time.
 */
export interface ConfinedProcess<Task extends object, Reply> {
  readonly pid: number | undefined
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>
  /** Whether the process has sent its greeting. If it ends later, its task may be the cause. */
  isReady(): boolean
  /** Resolves to the reply; to undefined if the process ends before it replies. */
  request(task: Task): Promise<Reply | undefined>
  /** The signal or the exit code that ended the process; null while it runs. */
  exitReason(): string | number | null
  /** The end of what the process has written to standard error. */
  readStderr(): string
  /** Sets whether this process keeps the server's event loop alive. */
  keepAlive(busy: boolean): void
  /** Lowers the CPU priority for the rest of the process's life. */
  lowerPriority(priority: ChildPriority): void
  /** Kills the process; resolves when it has ended. */
  kill(): Promise<void>
}

/** The first message of a process. */
export interface Greeting {
  ready: true
}

export interface ConfinedProcessOptions {
  /** Memory for the tasks, on top of Node itself; undefined sets no limit. */
  memoryBytes: number | undefined
  /** Arguments of the entry. */
  args?: readonly string[]
}

/**
 * Memory that Node and its threads reserve at their start, mostly for V8's code range, and use little of. The kernel
 * counts it, so it is added to the limit. Measured on x64.
 */
const NODE_RESERVED_BYTES = 664 * 1024 ** 2

/** A child gets paths only, and no secret of the server. */
const INHERITED_VARIABLES = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'NODE_COMPILE_CACHE',
]

/**
 * glibc gives each thread its own heap and retains freed memory. Pictures are a few large blocks, so a single heap
 * that returns them halves the size of a child.
 */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 ** 2),
}

/** The child collects garbage between tasks, because V8 does not see how large the pixels it holds are. */
const NODE_OPTIONS = ['--expose-gc']

/** Whether this host can limit a process's memory: Linux with util-linux's `prlimit` on the path. */
export function canCapMemory(): boolean {
  canCap ??=
    platform() === 'linux' && spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0
  return canCap
}

/** Checked on first use only: every command opens a catalog, but few decode a picture. */
let canCap: boolean | undefined

/**
 * @param entry the file that runs
 * @throws the system's error if it refuses another process at once
 */
export function startConfinedProcess<Task extends object, Reply extends object>(
  entry: URL,
  { memoryBytes, args = [] }: ConfinedProcessOptions,
): ConfinedProcess<Task, Reply> {
  const child = fork(fileURLToPath(entry), args, {
    ...buildLauncher(memoryBytes),
    env: { ...selectVariables(), ...MALLOC_SETTINGS },
    serialization: 'advanced',
    detached: HAS_GROUPS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const exited = waitForExit(child)
  return {
    pid: child.pid,
    exited,
    isReady: awaitGreeting(child),
    request: (task) => requestReply(child, task),
    exitReason: () => child.signalCode ?? child.exitCode,
    readStderr: collectStderr(child),
    keepAlive: (busy) => setKeepAlive(child, busy),
    lowerPriority: (priority) => void (child.pid && lowerPriority(child.pid, priority)),
    async kill() {
      // Keeps the event loop alive until an idle child has ended.
      setKeepAlive(child, true)
      killGroup(child)
      await exited
    },
  }
}

/** A child leads a process group, so that a program that it runs ends with it. */
const HAS_GROUPS = platform() !== 'win32'

function killGroup(child: ChildProcess): void {
  const { pid } = child
  if (!HAS_GROUPS || pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** prlimit and unshare set the limits and become Node, under the same process id. */
function buildLauncher(memoryBytes: number | undefined): { execPath: string; execArgv: string[] } {
  const limit =
    memoryBytes === undefined ? [] : ['prlimit', `--data=${memoryBytes + NODE_RESERVED_BYTES}`]
  const [command, ...words] = [...limit, ...(findNetworkIsolation() ?? []), execPath]
  return { execPath: command, execArgv: [...words, ...NODE_OPTIONS] }
}

function selectVariables(): NodeJS.ProcessEnv {
  const named = INHERITED_VARIABLES.map((name) => [name, process.env[name]])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

/** Returns whether the process has sent its greeting. */
function awaitGreeting(child: ChildProcess): () => boolean {
  let isReady = false
  child.once('message', () => (isReady = true))
  return () => isReady
}

function waitForExit(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => child.once('close', () => resolve()))
}

function requestReply<Reply extends object>(
  child: ChildProcess,
  task: object,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const settle = (reply?: Reply) => {
      child.off('message', onMessage).off('close', onClose)
      resolve(reply)
    }
    const onClose = () => settle()
    const onMessage = (message: Reply | Greeting) => {
      if (!('ready' in message)) settle(message)
    }
    child.on('message', onMessage).on('close', onClose)
    child.send(task, (error) => {
      if (error) onClose()
    })
  })
}

function setKeepAlive(child: ChildProcess, busy: boolean): void {
  for (const handle of [child, child.channel, child.stderr as Partial<NodeJS.RefCounted> | null])
    if (busy) handle?.ref?.()
    else handle?.unref?.()
}
