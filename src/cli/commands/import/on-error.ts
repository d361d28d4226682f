import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parsePositiveInteger } from '../../option-parsers.ts'

/** The failures after which an import stops: `continue`, `stop` or a number. */
export function onError(text: string): number {
  if (text === 'continue') return Infinity
  if (text === 'stop') return 1
  if (/^\d/.test(text)) return parsePositiveInteger(text)
  throw new InvalidArgumentError('It should be continue, stop or a number.')
}
