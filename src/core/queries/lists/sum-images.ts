import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { literal } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'

type ImageCount = ExpressionBuilder<Tables, 'image_count'>

/** Sums up the counters of images, without duplicates and images that cannot be georeferenced. */
export function sumImages({ fn }: ImageCount) {
  return fn.coalesce(fn.sum<number>('images'), literal(0))
}

/** Sums up the counters that match a condition. */
export function sumImagesIf({ fn }: ImageCount, condition: Expression<SqlBool>) {
  return fn.coalesce(fn.sum<number>('images').filterWhere(condition), literal(0))
}

/** Sums up the counters of images that have a georeference. */
export function sumGeoreferenced(of: ImageCount) {
  return sumImagesIf(of, of('confidence', '<>', ''))
}
