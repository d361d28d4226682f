/**
 * The process that computes embeddings, forked by the embedder. Its argument is the model's folder. It does one task at
 * a time, loads a tower of the model when the first task needs it, holds no secret, and may be killed at any moment.
 */

import { argv } from 'node:process'
import { PictureError } from '../../imaging/picture-error.ts'
import { confineSharp } from '../../imaging/sharp.ts'
import { isOutOfMemory, ModelError, outOfMemory } from '../inference/model-error.ts'
import { readModelFolder } from '../inference/model-folder.ts'
import { loadTextTower } from '../inference/text-tower.ts'
import { loadVisionTower } from '../inference/vision-tower.ts'
import type { Greeting } from '../../processes/confined-process.ts'
import type { EmbedderReply, EmbedderTask } from './embedder-messages.ts'
import { endWithParent } from '../../processes/end-with-parent.ts'
import { preferAsOomVictim } from '../../processes/prefer-as-oom-victim.ts'

const [, , folder = ''] = argv

endWithParent()
preferAsOomVictim()
confineSharp()
const getTextTower = loadOnce(async () => loadTextTower(await readModelFolder(folder)))
const getVisionTower = loadOnce(async () => loadVisionTower(await readModelFolder(folder)))
process.on('message', (task: EmbedderTask) => void answer(task))
process.send?.({ ready: true } satisfies Greeting)

async function answer(task: EmbedderTask): Promise<void> {
  // A parent that has ended gets no reply; its end also ends this process.
  process.send?.(await perform(task).catch(toFailure), undefined, undefined, () => {})
}

async function perform(task: EmbedderTask): Promise<EmbedderReply> {
  if (task.name === 'text') {
    const embedText = await getTextTower()
    return { vectors: [await embedText(task.text)] }
  }
  const embedImage = await getVisionTower()
  const vectors: Float32Array[] = []
  for (const file of task.files) vectors.push(await embedImage(file))
  return { vectors }
}

/** Loads what is missing on first use, and again after a failure. Collects what loading leaves behind. */
function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Value | undefined
  return async () => {
    if (loaded !== undefined) return loaded
    loaded = await load()
    globalThis.gc?.()
    return loaded
  }
}

/** Any other error is a bug, which ends this process. */
function toFailure(error: unknown): EmbedderReply {
  const failure = findShortage(error) ?? error
  if (failure instanceof PictureError) {
    const { reason, message, detail } = failure
    return { pictureFailure: { reason, message, ...(detail !== undefined && { detail }) } }
  }
  if (!(failure instanceof ModelError)) throw failure
  const { reason, code, details } = failure
  const { hint, detail } = details
  return { modelFailure: { problem: reason, code, hint: hint ?? '', ...(detail && { detail }) } }
}

/** Display versions are small, so that a lack of memory is the fault of the model, never of a picture. */
function findShortage(error: unknown): ModelError | undefined {
  if (error instanceof ModelError || !(error instanceof Error)) return undefined
  if (error instanceof PictureError)
    return error.reason === 'memory' ? outOfMemory(error.detail ?? error.message) : undefined
  return isOutOfMemory(error.message) ? outOfMemory(error.message) : undefined
}
