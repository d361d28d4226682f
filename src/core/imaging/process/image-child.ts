/**
 * The process that decodes pictures, forked by the image pool. It runs one task at a time, holds no secret, may be
 * killed at any moment, and ends with its parent, however the parent ends.
 */

import { hostOutOfMemory, outOfMemory, toPictureError } from '../decoder-failure.ts'
import { derivePictures } from '../derivatives.ts'
import { probePicture } from '../probe.ts'
import { renderImage } from '../render.ts'
import { makeTiles } from '../tiles.ts'
import type { PictureError, PictureFailure } from '../picture-error.ts'
import { confineSharp, startThreads } from '../sharp.ts'
import type { Greeting } from '../../processes/confined-process.ts'
import { endWithParent } from '../../processes/end-with-parent.ts'
import type { ImageReply, ImageResult, ImageTask } from './image-messages.ts'
import { checkMemoryLimit } from '../../processes/near-memory-limit.ts'
import { preferAsOomVictim } from '../../processes/prefer-as-oom-victim.ts'

endWithParent()
preferAsOomVictim()
confineSharp()
// Fails here, before the first picture, if the machine has no threads left.
await startThreads()
process.on('message', (task: ImageTask) => void answer(task))
process.send?.({ ready: true } satisfies Greeting)

async function answer(task: ImageTask): Promise<void> {
  const before = process.cpuUsage()
  const outcome = await perform(task).then((result) => ({ result }), toFailure)
  const { user, system } = process.cpuUsage(before)
  const reply: ImageReply = { ...outcome, cpuMs: (user + system) / 1000 }
  // A parent that has ended gets no reply; its end also ends this process.
  process.send?.(reply, undefined, undefined, () => {
    // Other tasks leave too little garbage to spend ten milliseconds on it.
    if (task.name === 'derive' || task.name === 'tile') globalThis.gc?.()
  })
}

function perform(task: ImageTask): Promise<ImageResult> {
  switch (task.name) {
    case 'probe':
      return probePicture(task.input)
    case 'derive':
      return derivePictures(task.input)
    case 'tile':
      return makeTiles(task.input)
    case 'render':
      return renderImage(task.input)
    default:
      return task satisfies never
  }
}

function toFailure(error: unknown): { failure: PictureFailure } {
  const { reason, message, detail } = reclassify(toPictureError(error))
  return { failure: { reason, message, detail } }
}

/** Threads need memory for their stacks, so a lack of threads near the limit is one of memory. */
function reclassify(failure: PictureError): PictureError {
  const { reason, detail = '' } = failure
  if (reason === 'memory' && checkMemoryLimit() === 'none') return hostOutOfMemory(detail)
  if (reason === 'overloaded' && checkMemoryLimit() === 'near') return outOfMemory(detail)
  return failure
}
