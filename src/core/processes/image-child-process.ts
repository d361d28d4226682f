import { fork, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { platform } from 'node:os'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { collectStderr } from '../imaging/collect-stderr.ts'
import { resolveEntry } from './resolve-entry.ts'
import { lowerPriority } from './lower-priority.ts'
import { hostOutOfMemory, findShortage } from '../imaging/decoder-failure.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { findNetworkIsolation } from './network-isolation.ts'
import type { ImageGreeting, ImageReply, ImageResult, ImageTask } from './image-messages.ts'

/** A running image child, which does one task at a time. */
export interface ImageChild {
  readonly pid: number | undefined
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>
  /** @throws PictureError, also if the process dies during the task */
  run(task: ImageTask): Promise<ImageResult>
  /** Sets whether this child keeps the server's event loop alive. */
  keepAlive(busy: boolean): void
  /** Lowers the child's CPU priority for the rest of its life. */
  lowerPriority(): void
  /** Kills the process; resolves when it has ended. */
  kill(): Promise<void>
}

/**
 * Memory that Node and the decoders' threads reserve at their start, mostly for V8's code range, and use little of. The
 * kernel counts it, so it is added to the limit. Measured on x64.
 */
const NODE_RESERVED_BYTES = 664 * 1024 ** 2

/** A child gets paths only, and no secret of the server. */
const INHERITED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']

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
 * Forks a child. Its pictures may use `memoryBytes`; undefined sets no limit.
 * @throws the system's error if it refuses another process at once
 */
export function startImageChild(memoryBytes: number | undefined): ImageChild {
  const child = fork(fileURLToPath(resolveEntry('image-child')), {
    ...buildLauncher(memoryBytes),
    env: { ...selectVariables(), ...MALLOC_SETTINGS },
    serialization: 'advanced',
    detached: HAS_GROUPS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const stderr = collectStderr(child)
  const isReady = awaitGreeting(child)
  const exited = waitForExit(child)
  return {
    pid: child.pid,
    exited,
    run: (task) => runTask(child, task, { stderr, isReady }),
    keepAlive: (busy) => setKeepAlive(child, busy),
    lowerPriority: () => void (child.pid && lowerPriority(child.pid)),
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

interface ChildState {
  readonly stderr: () => string
  readonly isReady: () => boolean
}

async function runTask(
  child: ChildProcess,
  task: ImageTask,
  { stderr, isReady }: ChildState,
): Promise<ImageResult> {
  const reply = await requestReply(child, task)
  if (reply === undefined) throw isReady() ? explainExit(child, stderr()) : startFailure(stderr())
  if ('result' in reply) return reply.result
  throw new PictureError(reply.failure.reason, reply.failure.message, reply.failure.detail)
}

/** Resolves to undefined if the process ends before it replies. */
function requestReply(child: ChildProcess, task: ImageTask): Promise<ImageReply | undefined> {
  return new Promise((resolve) => {
    const settle = (reply?: ImageReply) => {
      child.off('message', onMessage).off('close', onClose)
      resolve(reply)
    }
    const onClose = () => settle()
    const onMessage = (message: ImageReply | ImageGreeting) => {
      if (!('ready' in message)) settle(message)
    }
    child.on('message', onMessage).on('close', onClose)
    child.send(task, (error) => {
      if (error) onClose()
    })
  })
}

function explainExit(child: ChildProcess, stderr: string): PictureError {
  const shortage = findShortage(stderr)
  if (shortage) return shortage
  // The pool handles its own kills elsewhere, so the kernel killed this process.
  if (child.signalCode === 'SIGKILL') return hostOutOfMemory(stderr)
  const how = child.signalCode ?? child.exitCode
  const message = `The process that worked on the picture ended unexpectedly (${how}).`
  return new PictureError('crashed', message, stderr)
}

export function startFailure(stderr: string): PictureError {
  const message = 'No process could be started to work on the picture.'
  return new PictureError('unstarted', message, stderr)
}

function setKeepAlive(child: ChildProcess, busy: boolean): void {
  for (const handle of [child, child.channel, child.stderr as Partial<NodeJS.RefCounted> | null])
    if (busy) handle?.ref?.()
    else handle?.unref?.()
}
