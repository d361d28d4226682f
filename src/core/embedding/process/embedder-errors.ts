/** The errors of tasks that an embedder child did not do. */

import { CatalogError } from '../../base/errors.ts'
import { PictureError } from '../../imaging/picture-error.ts'
import { ModelError } from '../inference/model-error.ts'
import type { ConfinedProcess } from '../../processes/confined-process.ts'
import type { EmbedderReply } from './embedder-messages.ts'

/** @param model name of the model */
export function toError(
  reply: Exclude<EmbedderReply, { vectors: unknown }>,
  model: string,
): PictureError | ModelError {
  if ('pictureFailure' in reply) {
    const { reason, message, detail } = reply.pictureFailure
    return new PictureError(reason, message, detail)
  }
  const { problem, ...details } = reply.modelFailure
  return new ModelError(problem, { ...details, model })
}

interface Exit {
  child: Pick<ConfinedProcess<never, never>, 'exitReason' | 'isReady' | 'readStderr'>
  model: string
  hasTimedOut: boolean
  /** Whether it had computed an embedding, so that the model is not to blame. */
  hasWorked: boolean
}

/** Explains why a child ended instead of replying. */
export function explainExit({ child, model, hasTimedOut, hasWorked }: Exit): ModelError {
  const detail = child.readStderr()
  if (!child.isReady() && !hasTimedOut) return unstarted(model, detail)
  const code = hasWorked ? 'embedder_failed' : 'embedder_unstarted'
  if (hasTimedOut) {
    const hint =
      'Try again when the host has less to do, or use a smaller model: catalog model list'
    return new ModelError('computing an embedding took too long', { code, hint, detail, model })
  }
  return new ModelError(`its process ended unexpectedly (${child.exitReason()})`, {
    code,
    hint: 'If it happens again, the host may have too little memory for the model. Give it more, or use a smaller model: catalog model list',
    detail,
    model,
  })
}

export function unstarted(model: string, detail: string): ModelError {
  const hint = 'Free memory or stop other programs on the host, then try again.'
  const code = 'embedder_unstarted'
  return new ModelError('its process could not be started', { code, hint, detail, model })
}

/** Seconds after which a text that was refused because too many waited can be sent again. */
const BUSY_SECONDS = 5

export function busy(): CatalogError {
  const message = `Too many searches are waiting. Try again in ${BUSY_SECONDS} seconds.`
  const capacity = 'searches'
  return new CatalogError('busy', message, { retryAfterSeconds: BUSY_SECONDS, capacity })
}
