import { manifestFinding, type Finding } from '../check/finding.ts'
import { findInvalidLines, decodeSample, COMMON_ENCODINGS } from './encoding-samples.ts'

/** Tells in which line a file stops being text of its encoding, and how that place would read in others. */
export async function describeInvalidEncoding(path: string, encoding: string): Promise<Finding> {
  const name = encoding.toUpperCase()
  const [found] = await findInvalidLines(path, encoding, 1)
  if (found === undefined) {
    return unreadable(
      `The manifest is not valid ${name}. Save it as UTF-8, or set --encoding.`,
      null,
    )
  }
  const readings = COMMON_ENCODINGS.filter((other) => other !== encoding)
    .map((other) => `--encoding ${other} gives ${JSON.stringify(decodeSample(found, other))}`)
    .join(', ')
  const advice = `Save it as UTF-8, or set its encoding: ${readings}.`
  return unreadable(`The manifest is not valid ${name}. ${advice}`, found.line)
}

function unreadable(message: string, line: number | null): Finding {
  return manifestFinding('encoding.unknown', message, { line })
}
