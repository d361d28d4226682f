import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { parseTimestamp, type Micros } from '../../../../core/base/clock.ts'
import { invalid } from '../../../../core/base/errors.ts'

export function createTimeOption(description: string) {
  return new Option('--time <timestamp>', description).argParser(parseTime)
}

function parseTime(text: string): Micros {
  const time = parseTimestamp(text)
  if (time !== undefined && Number.isSafeInteger(time)) return time
  throw new InvalidArgumentError('Must be a time with a time zone, such as 2026-03-01T12:00:00Z.')
}

/**
 * A contribution from the future would stay the newest one of its image.
 * @throws CatalogError kind `invalid`
 */
export function requirePast(time: Micros, now: Micros): Micros {
  if (time <= now) return time
  throw invalid('--time', 'is in the future')
}
