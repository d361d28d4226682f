import { tryAgain } from '../../errors.ts'
import { RequestThread } from '../../processes/request-thread.ts'
import type { SearchOutcome, SemanticRequest, SemanticThreadOptions } from './messages.ts'

/** A running thread for semantic searches. */
export type SemanticThread = RequestThread<
  { type: 'search' } & Omit<SemanticRequest, 'id'>,
  SearchOutcome
>

/** When to retry a search whose thread crashed. */
const RESTART_SECONDS = 5

/** @param onEnd called when the thread has ended by itself, after its searches have failed */
export function startSemanticThread(
  options: SemanticThreadOptions,
  onEnd: (cause: unknown) => void,
): SemanticThread {
  return new RequestThread('semantic-thread', {
    workerData: options,
    explainCrash: (cause) =>
      tryAgain('Search stopped unexpectedly and is starting again.', RESTART_SECONDS, cause),
    onEnd,
  })
}
