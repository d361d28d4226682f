import type { Expression, SqlBool } from 'kysely'
import { column, expressions } from '../../database/expressions.ts'
import type { PlacementVerdict } from '../../model/placement-verdict.ts'

const someCorrect = expressions(column<number>('georef.correct_count'), '>', 0)
const noneCorrect = expressions(column<number>('georef.correct_count'), '=', 0)
const someIncorrect = expressions(column<number>('georef.incorrect_count'), '>', 0)
const noneIncorrect = expressions(column<number>('georef.incorrect_count'), '=', 0)

/** The same as `findVerdict`. */
const VERDICT_CONDITIONS: Record<PlacementVerdict, readonly Expression<SqlBool>[]> = {
  unchecked: [noneCorrect, noneIncorrect],
  confirmed: [someCorrect, noneIncorrect],
  disputed: [someCorrect, someIncorrect],
  refuted: [noneCorrect, someIncorrect],
}

/** Builds the conditions that a newest georeference, as `georef`, has a verdict; none without a verdict. */
export function matchVerdict(
  verdict: PlacementVerdict | undefined,
): readonly Expression<SqlBool>[] {
  return verdict ? VERDICT_CONDITIONS[verdict] : []
}
