import { fork, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { platform } from 'node:os'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from './lower-priority.ts'
import { hostOutOfMemory, shortageOf } from '../imaging/decoder-failure.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { findNetworkIsolation } from './network-isolation.ts'
import type { ImageGreeting, ImageReply, ImageResult, ImageTask } from './image-messages.ts'

/** A running image child, which does one task at a time. */
export interface ImageChild {
  readonly pid: number | undefined
  /** Resolves when the process has ended, for whatever reason. */
  readonly gone: Promise<void>
  /** @throws PictureError, also if the process dies during the task */
  run(task: ImageTask): Promise<ImageResult>
  /** Sets whether this child keeps the server's event loop alive. */
  hold(busy: boolean): void
  /** Lowers the child's CPU priority for the rest of its life. */
  lower(): void
  /** Kills the process; resolves when it has ended. */
  kill(): Promise<void>
}

/**
 * Memory that Node and the decoders' threads reserve at their start, mostly V8's code range, of which little is used.
 * The kernel counts it, so the limit adds it to the memory of pictures. Measured on x64.
 */
const NODE_RESERVES_BYTES = 664 * 1024 ** 2

/** Variables with paths only: a child gets no secret of the server. */
const INHERITED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']

/**
 * glibc gives each thread its own heap and retains freed memory. Pictures are a few large blocks, so a single heap
 * that returns them halves the size of a child.
 */
const FRUGAL_MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 ** 2),
}

/** The child collects garbage between tasks, because V8 does not see how large the pixels it holds are. */
const NODE_OPTIONS = ['--expose-gc']

const KEPT_COMPLAINT = 4000

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
  const child = fork(entry(), {
    ...launcher(memoryBytes),
    env: { ...inheritedVariables(), ...FRUGAL_MALLOC },
    serialization: 'advanced',
    detached: HAS_GROUPS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaint = collectComplaint(child)
  const isReady = awaitGreeting(child)
  const gone = untilGone(child)
  return {
    pid: child.pid,
    gone,
    run: (task) => runTask(child, task, { complaint, isReady }),
    hold: (busy) => hold(child, busy),
    lower: () => void (child.pid && lowerPriority(child.pid)),
    async kill() {
      // Keeps the event loop alive until an idle child has ended.
      hold(child, true)
      killGroup(child)
      await gone
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

/** Compiled code forks the compiled entry, source code the source. */
function entry(): string {
  const here = import.meta.url
  return fileURLToPath(
    new URL(here.endsWith('.ts') ? './image-child.ts' : './image-child.js', here),
  )
}

/** prlimit and unshare set the limits and become Node, under the same process id. */
function launcher(memoryBytes: number | undefined): { execPath: string; execArgv: string[] } {
  const limit =
    memoryBytes === undefined ? [] : ['prlimit', `--data=${memoryBytes + NODE_RESERVES_BYTES}`]
  const [command, ...words] = [...limit, ...(findNetworkIsolation() ?? []), execPath]
  return { execPath: command, execArgv: [...words, ...NODE_OPTIONS] }
}

function inheritedVariables(): NodeJS.ProcessEnv {
  const named = INHERITED_VARIABLES.map((name) => [name, process.env[name]])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

/** Returns the last characters that the process wrote to standard error. */
function collectComplaint(child: ChildProcess): () => string {
  let said = ''
  const add = (text: string) => (said = (said + text).slice(-KEPT_COMPLAINT))
  child.stderr?.setEncoding('utf8').on('data', add)
  child.on('error', (error) => add(error.message))
  return () => said.trim()
}

/** Returns whether the process has sent its greeting. */
function awaitGreeting(child: ChildProcess): () => boolean {
  let isReady = false
  child.once('message', () => (isReady = true))
  return () => isReady
}

function untilGone(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => child.once('close', () => resolve()))
}

interface Signs {
  readonly complaint: () => string
  readonly isReady: () => boolean
}

async function runTask(
  child: ChildProcess,
  task: ImageTask,
  { complaint, isReady }: Signs,
): Promise<ImageResult> {
  const reply = await replyTo(child, task)
  if (reply === undefined) throw isReady() ? deathOf(child, complaint()) : unstarted(complaint())
  if ('result' in reply) return reply.result
  throw new PictureError(reply.failure.reason, reply.failure.message, reply.failure.detail)
}

/** Resolves to undefined if the process ends before it replies. */
function replyTo(child: ChildProcess, task: ImageTask): Promise<ImageReply | undefined> {
  return new Promise((resolve) => {
    const settle = (reply?: ImageReply) => {
      child.off('message', heard).off('close', ended)
      resolve(reply)
    }
    const ended = () => settle()
    const heard = (message: ImageReply | ImageGreeting) => {
      if (!('ready' in message)) settle(message)
    }
    child.on('message', heard).on('close', ended)
    child.send(task, (error) => {
      if (error) ended()
    })
  })
}

function deathOf(child: ChildProcess, complaint: string): PictureError {
  const shortage = shortageOf(complaint)
  if (shortage) return shortage
  // The pool reports its own kills in another way, so the kernel killed this one.
  if (child.signalCode === 'SIGKILL') return hostOutOfMemory(complaint)
  const how = child.signalCode ?? child.exitCode
  const message = `The process that worked on the picture ended unexpectedly (${how}).`
  return new PictureError('crashed', message, complaint)
}

export function unstarted(complaint: string): PictureError {
  const message = 'No process could be started to work on the picture.'
  return new PictureError('unstarted', message, complaint)
}

function hold(child: ChildProcess, busy: boolean): void {
  for (const handle of [child, child.channel, child.stderr as Partial<NodeJS.RefCounted> | null])
    if (busy) handle?.ref?.()
    else handle?.unref?.()
}
