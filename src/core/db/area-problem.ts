import { areaGeometry, invalidReason, isValid } from './dialect.ts'
import { column } from './expressions.ts'
import type { Selects } from './store.ts'

/**
 * Explains why an area is invalid according to OGC Simple Features, for example because its rings cross.
 * @returns a sentence, or undefined if the area is valid
 */
export async function findAreaProblem(
  reads: Selects,
  geoJson: string,
): Promise<string | undefined> {
  const { valid, reason } = await checkValidity(reads, geoJson)
  if (valid === 1) return undefined
  return reason === null
    ? 'The geometry cannot be read.'
    : `The geometry is not valid: ${reason.replace(/\[(\S+) (\S+)\]$/, ' at longitude $1, latitude $2')}.`
}

interface Validity {
  /** 1 or 0; -1 if it is not a geometry. */
  valid: number
  /** `Self-intersection[5 5]`. */
  reason: string | null
}

async function checkValidity(reads: Selects, geoJson: string): Promise<Validity> {
  const geom = column('area.geom')
  return await reads
    .selectFrom(reads.selectNoFrom(areaGeometry(geoJson).as('geom')).as('area'))
    .select([isValid(geom).as('valid'), invalidReason(geom).as('reason')])
    .executeTakeFirstOrThrow()
}
