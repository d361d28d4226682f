import { InvalidArgumentError } from '@commander-js/extra-typings'
import { fits, hasHiddenCharacters } from '../core/model/text.ts'

/** A text of more than blanks. */
export function parseNonBlank(text: string): string {
  const trimmed = text.trim()
  if (trimmed !== '') return trimmed
  throw new InvalidArgumentError('Must not be blank.')
}

/** A whole number from 1. */
export function parsePositiveInteger(text: string): number {
  const value = Number(text)
  if (/^\d{1,15}$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Must be a whole number from 1.')
}

const MAX_LABEL = 100

/** A name for a token, which nobody can take for a token's number. */
export function parseTokenLabel(text: string): string {
  const label = parseNonBlank(text)
  if (!fits(label, MAX_LABEL) || hasHiddenCharacters(label)) {
    throw new InvalidArgumentError(
      `Must be a text of at most ${MAX_LABEL} characters, without control characters.`,
    )
  }
  if (/^\d+$/.test(label)) throw new InvalidArgumentError('Must not be a number alone.')
  return label
}

/** Whole numbers from 1, given one after the other. */
export function appendPositiveInteger(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), parsePositiveInteger(text)]
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `90s`, `30m`, `8h` or `30d`, as seconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (SECONDS[unit] ?? 0)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('Must be a duration such as 90s, 30m, 8h or 30d.')
}
