import type { Expression, SqlBool } from 'kysely'
import type { ProcessingState } from '../../model/processing.ts'
import { inList } from '../../database/sql.ts'
import { column, expressions, literal } from '../../database/expressions.ts'

/**
 * Builds conditions on the processing state. Few images are not `ready`, and the last condition lets SQLite use their
 * partial index.
 */
export function hasProcessingState(
  states: readonly ProcessingState[] | undefined,
): Expression<SqlBool>[] {
  if (states === undefined) return []
  const state = column<ProcessingState>('image.processing')
  const isAny = expressions(state, 'in', inList(states))
  return states.includes('ready') ? [isAny] : [isAny, expressions(state, '<>', literal('ready'))]
}
