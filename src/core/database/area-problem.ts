import { areaGeometry, invalidReason, isValid } from './sql.ts'
import { column } from './expressions.ts'
import type { Problem } from '../base/problems/problem.ts'
import type { Selects } from './store.ts'

/**
 * Explains why an area is invalid according to OGC Simple Features, for example because its rings cross.
 * @returns undefined if the area is valid
 */
export async function findAreaProblem(
  reads: Selects,
  geoJson: string,
): Promise<Problem | undefined> {
  const { valid, reason } = await checkValidity(reads, geoJson)
  if (valid === 1) return undefined
  if (reason === null) return ['unreadable_area']
  const [, what, longitude, latitude] = /^(.*)\[(\S+) (\S+)\]$/.exec(reason) ?? []
  return what !== undefined && longitude !== undefined && latitude !== undefined
    ? ['invalid_area', what, { longitude, latitude }]
    : ['invalid_area', reason, undefined]
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
