/**
 * The process that computes embeddings, forked by the embedder. Its argument is the model's folder. It does one task at
 * a time, loads a tower of the model when the first task needs it, holds no secret, and may be killed at any moment.
 */

import { argv } from 'node:process'
import { CatalogError } from '../errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { confineSharp } from '../imaging/sharp.ts'
import { readModelFolder } from '../search/embedding/model-folder.ts'
import { loadTextTower } from '../search/embedding/text-tower.ts'
import { loadVisionTower } from '../search/embedding/vision-tower.ts'
import type { Greeting } from './confined-process.ts'
import type { EmbedderReply, EmbedderTask } from './embedder-messages.ts'
import { endWithParent } from './end-with-parent.ts'

const [, , folder = ''] = argv

endWithParent()
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
  if (error instanceof PictureError) {
    const { reason, message, detail } = error
    return { pictureFailure: { reason, message, ...(detail !== undefined && { detail }) } }
  }
  if (!(error instanceof CatalogError)) throw error
  const { kind, message, details } = error
  const { code, hint, detail } = details
  return { modelFailure: { kind, message, details: { code, hint, detail } } }
}
