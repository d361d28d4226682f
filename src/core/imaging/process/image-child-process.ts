import { hostOutOfMemory, findShortage } from '../decoder-failure.ts'
import { PictureError } from '../picture-error.ts'
import { startConfinedProcess, type ConfinedProcess } from '../../processes/confined-process.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import type { ImageReply, ImageResult, ImageTask } from './image-messages.ts'

/** A running image child, which does one task at a time. */
export interface ImageChild extends Pick<
  ConfinedProcess<ImageTask, ImageReply>,
  'pid' | 'exited' | 'keepAlive' | 'lowerPriority' | 'kill'
> {
  /**
   * @param onReply called with the processor time of the task in milliseconds, unless the process dies before it replies
   * @throws PictureError, also if the process dies during the task
   */
  run(task: ImageTask, onReply?: (cpuMs: number) => void): Promise<ImageResult>
}

/**
 * Forks a child. Its pictures may use `memoryBytes`; undefined sets no limit.
 * @throws the system's error if it refuses another process at once
 */
export function startImageChild(memoryBytes: number | undefined): ImageChild {
  const child = startConfinedProcess<ImageTask, ImageReply>(
    resolveEntry('./image-child', import.meta.url),
    { memoryBytes },
  )
  return { ...child, run: (task, onReply) => runTask(child, task, onReply) }
}

async function runTask(
  child: ConfinedProcess<ImageTask, ImageReply>,
  task: ImageTask,
  onReply?: (cpuMs: number) => void,
): Promise<ImageResult> {
  const reply = await child.request(task)
  if (reply === undefined)
    throw child.isReady() ? explainExit(child) : startFailure(child.readStderr())
  onReply?.(reply.cpuMs)
  if ('result' in reply) return reply.result
  throw new PictureError(reply.failure.reason, reply.failure.message, reply.failure.detail)
}

function explainExit(child: ConfinedProcess<ImageTask, ImageReply>): PictureError {
  const stderr = child.readStderr()
  const shortage = findShortage(stderr)
  if (shortage) return shortage
  // The pool handles its own kills elsewhere, so the kernel killed this process.
  if (child.exitReason() === 'SIGKILL') return hostOutOfMemory(stderr)
  const message = `The process that worked on the picture ended unexpectedly (${child.exitReason()}).`
  return new PictureError('crashed', message, stderr)
}

export function startFailure(stderr: string): PictureError {
  const message = 'No process could be started to work on the picture.'
  return new PictureError('unstarted', message, stderr)
}
