import type { Below } from '../seeded-numbers.ts'

/** Seeded values that often cause errors. */

export function pick<T>(below: Below, from: readonly T[]): T {
  return from[below(from.length)]!
}

/** Returns true with this probability, in percent. */
export function chance(below: Below, percent: number): boolean {
  return below(100) < percent
}

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  'NaN',
  '1e400',
  '٣',
  '\t\r\n',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\ufeffBOM',
  '\u202egnp.exe',
  '🌉👩‍👩‍👧‍👦',
  'ﬁ İ ß ς e\u0301',
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  "'; drop table image; --",
  '" or 1=1',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '=cmd|calc!A1',
  'javascript:alert(1)',
  'http://',
  'https://a b/',
  'http://[::1',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  '*',
  '1,2,,3',
  'Q42',
  '1905~/..',
  '[1905..',
  '-'.repeat(60),
] as const

const NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  0.1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  5e-324,
  180.000_000_1,
  -361,
] as const

const LENGTHS = [49, 50, 51, 100, 101, 255, 256, 500, 501, 2001, 5000] as const

export function hostileText(below: Below): string {
  if (chance(below, 80)) return pick(below, TEXTS)
  return pick(below, ['a', '🌉', ' ', '9', '[', '%']).repeat(pick(below, LENGTHS))
}

/** Returns any JSON value, also strings larger than the limit of bodies. */
export function hostileJson(below: Below): unknown {
  switch (below(9)) {
    case 0:
      return null
    case 1:
      return chance(below, 50)
    case 2:
    case 3:
      return pick(below, NUMBERS)
    case 4:
      return [hostileText(below), pick(below, NUMBERS), null, [[]], {}]
    case 5:
      return { [hostileText(below)]: hostileText(below) }
    case 6:
      return Array.from({ length: pick(below, [0, 1, 101, 5000]) }, () => 'x')
    default:
      return hostileText(below)
  }
}

/** Returns a part of a URL, with invalid and hostile escapes. */
export function hostilePart(below: Below): string {
  if (chance(below, 20)) {
    return pick(below, [
      '%',
      '%2',
      '%zz',
      '%00',
      '%ed%a0%80',
      '%c0%af',
      '%2e%2e%2f',
      '+',
      '..',
      ';',
    ])
  }
  const value = chance(below, 30) ? String(pick(below, NUMBERS)) : hostileText(below)
  return encodeURIComponent(value.toWellFormed()).slice(0, 4000)
}
