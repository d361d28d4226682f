import { EdtfError } from '../../core/edtf/edtf-error.ts'
import { parseEdtf } from '../../core/edtf/parse.ts'
import type { Confidence } from '../../core/edtf/recorded/reading-set.ts'
import {
  readRecordedDate,
  type RecordedDateOptions,
} from '../../core/edtf/recorded/recorded-date.ts'
import type { Cli } from '../cli.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { isForPrograms, print } from '../terminal/output.ts'
import { describeReading, type DescribedReading } from './describe-reading.ts'

interface ParsedText {
  text: string
  confidence: Confidence
  /** Whether the text itself is valid EDTF. */
  is_edtf: boolean
  /** Why the text is not EDTF; only if it has no reading. */
  problem: string | null
  /** Why the text has no reading, such as `unknown word "Bahnhof"`; null if it has one. */
  reason: string | null
  readings: DescribedReading[]
}

/**
 * Prints the readings of recorded dates: one object for each text to programs, one row for each reading to people.
 * The exit code tells whether some or all texts have none.
 */
export function parseTexts(cli: Cli, texts: readonly string[], options: RecordedDateOptions): void {
  const parsed = texts.map((text) => parseText(text, options))
  if (isForPrograms(cli)) print(cli, parsed, [])
  else print(cli, parsed.flatMap(listRows), COLUMNS, ['note'])
  const unread = parsed.filter(({ readings }) => readings.length === 0).length
  if (unread > 0) cli.exitCode = unread === parsed.length ? EXIT.invalid_data : EXIT.partial
}

const COLUMNS = ['text', 'confidence', 'edtf', 'earliest', 'latest', 'display']

function parseText(text: string, options: RecordedDateOptions): ParsedText {
  const { confidence, readings, reason } = readRecordedDate(text, options)
  const problem = findProblem(text.trim())
  return {
    text,
    confidence,
    is_edtf: problem === null,
    problem: readings.length === 0 ? problem : null,
    reason,
    readings: readings.map(describeReading),
  }
}

function findProblem(text: string): string | null {
  try {
    parseEdtf(text)
    return null
  } catch (error) {
    if (error instanceof EdtfError) return error.message
    throw error
  }
}

function listRows({ text, confidence, problem, reason, readings }: ParsedText): object[] {
  if (problem !== null) {
    const note = `Not understood as a date: ${reason}. Not EDTF: ${problem}.`
    return [{ text, confidence, note }]
  }
  return readings.map(({ notes, ...reading }) => {
    return { text, confidence, ...reading, note: notes.join(' ') }
  })
}
