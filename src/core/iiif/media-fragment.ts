/** Parts of a picture as the media fragment `xywh` names them: Media Fragments URI 1.0, 4.2.2. */

import { parseRegion, type Region } from './region.ts'

const NUMBER = String.raw`((?:0|[1-9]\d{0,5})(?:\.\d{1,30})?)`
const FRAGMENT = new RegExp(
  `^(?:pixel:|(percent:|pct:))?${[NUMBER, NUMBER, NUMBER, NUMBER].join(',')}$`,
)

/**
 * Parses `10,20,300,200`, also after `pixel:` or `percent:`. Fractions of pixels are rounded.
 * @returns undefined for other texts
 */
export function parseMediaFragment(text: string): Region | undefined {
  const [, unit, ...values] = FRAGMENT.exec(text) ?? []
  if (values.length === 0) return undefined
  return unit === undefined
    ? { form: 'pixels', values: values.map((value) => Math.round(Number(value))) }
    : parseRegion(`pct:${values.join(',')}`)
}
