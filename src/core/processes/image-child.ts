/**
 * The process that decodes pictures, forked by the image pool. It is given one task at a time, holds
 * no secret, may be killed at any moment, and ends with its parent, however that one ends.
 */

import { platform } from 'node:os'
import { hostOutOfMemory, outOfMemory, pictureErrorOf } from '../imaging/decoder-failure.ts'
import { derivePictures } from '../imaging/derivatives.ts'
import { probePicture } from '../imaging/probe.ts'
import type { PictureError } from '../imaging/picture-error.ts'
import { confineSharp, startThreads } from '../imaging/sharp.ts'
import type { ImageGreeting, ImageReply, ImageResult, ImageTask } from './image-messages.ts'
import { memoryLimitState } from './memory-limit.ts'

process.on('disconnect', endAtOnce)
// Ctrl-C and a service manager's stop reach this process too, but the parent decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
confineSharp()
// A machine that has no threads left shows it here, before there is a picture to blame.
await startThreads()
process.on('message', (task: ImageTask) => void answer(task))
process.send?.({ ready: true } satisfies ImageGreeting)

async function answer(task: ImageTask): Promise<void> {
  const reply = await perform(task).then((result): ImageReply => ({ result }), refusal)
  // A parent that is gone gets no reply; its end ends this process too.
  process.send?.(reply, undefined, undefined, () => {
    // A header leaves nothing behind that would be worth the ten milliseconds.
    if (task.name !== 'probe') globalThis.gc?.()
  })
}

function perform(task: ImageTask): Promise<ImageResult> {
  return task.name === 'probe' ? probePicture(task.input) : derivePictures(task.input)
}

function refusal(error: unknown): ImageReply {
  const { reason, message, detail } = blame(pictureErrorOf(error))
  return { failure: { reason, message, detail } }
}

/** Threads need memory for their stacks, so a lack of threads near the limit is one of memory. */
function blame(failure: PictureError): PictureError {
  const { reason, detail = '' } = failure
  if (reason === 'memory' && memoryLimitState() === 'none') return hostOutOfMemory(detail)
  if (reason === 'overloaded' && memoryLimitState() === 'near') return outOfMemory(detail)
  return failure
}

/**
 * Not `process.exit`: that one waits for the picture that is being decoded. The process leads a group, and the
 * program that it may be running belongs to it.
 */
function endAtOnce(): void {
  process.kill(platform() === 'win32' ? process.pid : -process.pid, 'SIGKILL')
}
