import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EdtfError } from '../../../../src/core/edtf/edtf-error.ts'
import { fuzzyRange, strictRange } from './written-bounds.ts'

/** One line of the oracle: the result of another library for a text. */
interface Measured {
  text: string
  /** "1900-01-01..1900-12-31, fuzzy 1899-01-01..1901-12-31", "refused" or "no answer" */
  verdict: string
}

const OPEN = 'an end that is open or unknown has no bound'
const ALLOWED = 'the standard allows it'
const UNDATED = 'a date whose century is unknown could be at any time, so filters leave it out'
const CRASHED = 'that library stumbles over single unspecified digits'

/** Intended differences: text, our verdict, the reason. */
const DIFFERENCES: [text: string, verdict: string, reason: string][] = [
  ['1957-02-29', 'refused', '1957 was no leap year'],
  [' 1956 ', 'refused', 'blanks are not part of a date'],
  ['1956-09-03/1956-09-01', 'refused', 'an interval does not run backwards'],
  [
    '1956-09~',
    '1956-09-01..1956-09-30, fuzzy 1955-08-01..1957-10-31',
    'the widened bounds include the whole month',
  ],
  [
    '1956-XX~',
    '1956-01-01..1956-12-31, fuzzy 1955-01-01..1957-12-31',
    'an unknown month cannot be widened, and the year is approximate as in 1956~',
  ],
  [
    '[1900~,1905]',
    '1900-01-01..1905-12-31, fuzzy 1899-01-01..1905-12-31',
    'a date widens in a set as it does alone',
  ],
  ['1900/..', '1900-01-01.., fuzzy 1900-01-01..', OPEN],
  ['1900/', '1900-01-01.., fuzzy 1900-01-01..', OPEN],
  ['/1900', '..1900-12-31, fuzzy ..1900-12-31', OPEN],
  ['[1900..]', '1900-01-01.., fuzzy 1900-01-01..', OPEN],
  ['{..1900}', '..1900-12-31, fuzzy ..1900-12-31', OPEN],
  ['1984-06-02?/', '1984-06-02.., fuzzy 1983-05-01..', OPEN],
  ['/1985-04', '..1985-04-30, fuzzy ..1985-04-30', OPEN],
  ['XXXX', '.., fuzzy ..', UNDATED],
  ['XXXX-12-25', '.., fuzzy ..', UNDATED],
  ['1X55', '.., fuzzy ..', UNDATED],
  ['1956-24~', '1956-12-01..1956-12-31, fuzzy 1955-09-01..1958-03-31', ALLOWED],
  ['190X-05~', '1900-05-01..1909-05-31, fuzzy 1890-04-01..1919-06-30', ALLOWED],
  ['1956-0X', '1956-01-01..1956-09-30, fuzzy 1956-01-01..1956-09-30', CRASHED],
  ['1956-09-0X', '1956-09-01..1956-09-09, fuzzy 1956-09-01..1956-09-09', CRASHED],
  ['1956-09-3X', '1956-09-30..1956-09-30, fuzzy 1956-09-30..1956-09-30', CRASHED],
]

const oracle = readFileSync(
  new URL('../../../../fixtures/oracles/edtf.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .flatMap(readLine)

function readLine(line: string): Measured[] {
  const [, text, answer = ''] = /^'(.*?)'\s+(.*)$/u.exec(line) ?? []
  if (text === undefined) return []
  const ranges = /strict (\S+)\s+fuzzy (\S+)/u.exec(answer)
  const failure = answer.startsWith('REJECT') ? 'refused' : 'no answer'
  return [{ text, verdict: ranges === null ? failure : `${ranges[1]}, fuzzy ${ranges[2]}` }]
}

function ourVerdict(text: string): string {
  try {
    return `${strictRange(text)}, fuzzy ${fuzzyRange(text)}`
  } catch (error) {
    if (error instanceof EdtfError) return 'refused'
    throw error
  }
}

const differing = new Map(DIFFERENCES.map(([text, verdict]) => [text, verdict]))

test.each(oracle)(
  '$text has the verdict of the oracle, except for intended differences',
  (line) => {
    expect(ourVerdict(line.text)).toBe(differing.get(line.text) ?? line.verdict)
  },
)

test('reads the whole oracle, and each listed difference is one', () => {
  const measured = new Map(oracle.map(({ text, verdict }) => [text, verdict]))
  expect(measured.size).toBeGreaterThanOrEqual(95)
  for (const [text, verdict] of DIFFERENCES) {
    expect(measured.has(text), text).toBe(true)
    expect(measured.get(text), text).not.toBe(verdict)
  }
})
