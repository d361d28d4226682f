import { formatCount } from '../terminal/format.ts'
import { manifestFinding, type Finding } from './finding.ts'
import {
  COMMON_ENCODINGS,
  decodeSample,
  surveyLines,
  type InvalidLine,
  type LineSurvey,
} from './encoding-samples.ts'

/** Lines that are named. */
const MAX_NAMED = 20

/** Reports the lines that the encoding cannot decode, and the text of the first one in the common encodings. */
export async function describeInvalidEncoding(path: string, encoding: string): Promise<Finding> {
  const name = encoding.toUpperCase()
  const survey = await surveyLines(path, encoding, MAX_NAMED)
  const [first] = survey.invalid
  if (first === undefined) {
    const advice = 'Save it as UTF-8, or set --encoding.'
    return report(`The file is not valid ${name}. ${advice}`, null)
  }
  return report(
    isMixed(survey) && encoding === 'utf-8'
      ? describeMixed(survey, first)
      : `The file is not valid ${name}. Save it as UTF-8, or set its encoding: ${listSamples(first, '--encoding', encoding)}.`,
    first.line,
  )
}

/** Whether more lines are valid than chance explains, so that the file is not all in another encoding. */
export function isMixed({ validCount, invalidCount }: LineSurvey): boolean {
  return validCount > invalidCount / 10
}

function describeMixed(survey: LineSurvey, first: InvalidLine): string {
  const others = formatCount(survey.validCount, 'other line')
  const samples = listSamples(first, '--encoding-fallback', 'utf-8')
  return `${nameLines(survey)} not UTF-8, but ${others} with letters beyond ASCII ${survey.validCount === 1 ? 'is' : 'are'}. Correct the file, or set the encoding of the lines that are not UTF-8: ${samples}.`
}

function listSamples(line: InvalidLine, option: string, encoding: string): string {
  return COMMON_ENCODINGS.filter((other) => other !== encoding)
    .map((other) => `${option} ${other} gives ${JSON.stringify(decodeSample(line, other))}`)
    .join(', ')
}

/** Names the lines: `Lines 3, 17 and 240 more are`. */
function nameLines({ invalid, invalidCount }: LineSurvey): string {
  const lines = invalid.map(({ line }) => line).join(', ')
  if (invalidCount === 1) return `Line ${lines} is`
  const more = invalidCount - invalid.length
  return `Lines ${lines}${more > 0 ? ` and ${more} more` : ''} are`
}

/** Warns of lines that were read in the second encoding. */
export async function warnAboutFallback(
  path: string,
  encoding: string,
  fallback: string,
): Promise<Finding> {
  const survey = await surveyLines(path, encoding, MAX_NAMED)
  const message = `${nameLines(survey)} not ${encoding.toUpperCase()} and read as ${fallback}.`
  const line = survey.invalid[0]?.line ?? null
  return manifestFinding('encoding.fallback', message, { severity: 'warning', line })
}

function report(message: string, line: number | null): Finding {
  return manifestFinding('encoding.unknown', message, { line })
}
