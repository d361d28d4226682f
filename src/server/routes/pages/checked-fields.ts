import { z } from 'zod'
import { optionalId } from '../../../core/contract/fields.ts'
import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'

/** Fields of a form that name a georeference: exactly one of them has a value. */
export const checkedFields = z.object({
  georeference: optionalId(),
  from_above_georeference: optionalId(),
})

export function readChecked({
  georeference,
  from_above_georeference: area,
}: z.output<typeof checkedFields>): { table: GeoreferenceKind; id: number } {
  const table = georeference === null ? 'from_above_georeference' : 'georeference'
  return { table, id: georeference ?? area ?? 0 }
}
