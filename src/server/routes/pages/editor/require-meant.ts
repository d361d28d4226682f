import { CatalogError } from '../../../../core/base/errors.ts'
import { UNLIKELY_POSITION } from '../../../pages/editor/buttons.ts'

type Pair = readonly [longitude: number, latitude: number, ...others: unknown[]]

/**
 * Asks once whether a position is meant that usually is a mistake: the poles, and latitude and longitude 0.
 * @param meant hidden field of the form that comes back with the question
 * @throws CatalogError
 */
export function requireMeant(positions: readonly Pair[], meant: string | undefined): void {
  if (meant !== undefined) return
  const unlikely = positions.find(isUnlikely)
  if (!unlikely) return
  const [longitude, latitude] = unlikely
  throw new CatalogError('invalid', ['unlikely_position', `${latitude}, ${longitude}`], {
    code: UNLIKELY_POSITION,
  })
}

function isUnlikely([longitude, latitude]: Pair): boolean {
  return Math.abs(latitude) === 90 || (latitude === 0 && longitude === 0)
}
