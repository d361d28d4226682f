import { sql, type RawBuilder } from 'kysely'
import type { ProcessingState } from '../../model/processing.ts'
import { inList } from '../../db/dialect.ts'

/**
 * Builds conditions on the processing state. Few images are not `ready`, and the last condition lets SQLite use their
 * partial index.
 */
export function hasProcessingState(
  states: readonly ProcessingState[] | undefined,
): RawBuilder<boolean>[] {
  if (states === undefined) return []
  const isAny = sql<boolean>`image.processing in ${inList(states)}`
  return states.includes('ready') ? [isAny] : [isAny, sql<boolean>`image.processing <> 'ready'`]
}
