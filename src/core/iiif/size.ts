/** The grammar of the size of an image request: Image API 3.0 and 2.1, 4.2. */

import { type Fraction, parseDecimal, parseInteger, parseValues } from './numbers.ts'
import { badRequest } from './request-error.ts'

/** Version 2 stands for Image API 2.1. */
export type ImageApiVersion = 2 | 3

export type SizeForm =
  /** `full` exists in version 2 only: the size of the region, whatever the limits are. */
  | { form: 'max' | 'full' }
  | { form: 'width'; width: number }
  | { form: 'height'; height: number }
  | { form: 'percent'; percent: Fraction }
  | { form: 'exact'; width: number; height: number }
  /** `!w,h`: the largest size inside a box. */
  | { form: 'confined'; width: number; height: number }

/** `^` allows upscaling; version 2 has no such mark. */
export type RequestedSize = SizeForm & { canUpscale: boolean }

const PERCENT = 'pct:'

/** @throws CatalogError kind `invalid` for bad syntax */
export function parseSize(version: ImageApiVersion, text: string): RequestedSize {
  const canUpscale = version === 3 && text.startsWith('^')
  const form = parseForm(version, canUpscale ? text.slice(1) : text)
  if (form) return { ...form, canUpscale }
  const expected =
    version === 3
      ? 'max, w,h or !w,h, w, or ,h or pct:n, each after ^ if it may be larger than the region'
      : 'full, max, w,h or !w,h, w, or ,h or pct:n'
  throw badRequest(`The size "${text}" is not valid. Use ${expected}.`)
}

function parseForm(version: ImageApiVersion, text: string): SizeForm | undefined {
  if (text === 'max') return { form: 'max' }
  if (text === 'full') return version === 2 ? { form: 'full' } : undefined
  if (text.startsWith(PERCENT)) {
    const percent = parseDecimal(text.slice(PERCENT.length))
    return percent && { form: 'percent', percent }
  }
  if (text.startsWith('!')) return parseBox('confined', text.slice(1))
  if (text.endsWith(',')) return parseWidth(text.slice(0, -1))
  if (text.startsWith(',')) return parseHeight(text.slice(1))
  return parseBox('exact', text)
}

function parseBox(form: 'exact' | 'confined', text: string): SizeForm | undefined {
  const [width, height] = parseValues(text, 2, parseInteger) ?? []
  return width === undefined || height === undefined ? undefined : { form, width, height }
}

function parseWidth(text: string): SizeForm | undefined {
  const width = parseInteger(text)
  return width === undefined ? undefined : { form: 'width', width }
}

function parseHeight(text: string): SizeForm | undefined {
  const height = parseInteger(text)
  return height === undefined ? undefined : { form: 'height', height }
}
