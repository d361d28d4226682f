import type { AliasableExpression } from 'kysely'
import { BEGINNING_OF_TIME, END_OF_TIME } from '../../edtf/days.ts'
import { column, expressions, literal } from '../../database/expressions.ts'

/** Builds the same as `findMiddleDay` of the dates in a table; null without a day. */
export function selectMiddleDay(table: string): AliasableExpression<number | null> {
  const from = column<number>(`${table}.fuzzy_from`)
  const to = column<number>(`${table}.fuzzy_to`)
  const isOpen = {
    from: expressions(from, '=', literal(BEGINNING_OF_TIME)),
    to: expressions(to, '=', literal(END_OF_TIME)),
  }
  const half = expressions(expressions.parens(to, '-', from), '/', literal(2))
  return expressions
    .case()
    .when(expressions.and([isOpen.from, isOpen.to]))
    .then(literal(null))
    .when(isOpen.from)
    .then(to)
    .when(isOpen.to)
    .then(from)
    .else(expressions(from, '+', half))
    .end()
}
