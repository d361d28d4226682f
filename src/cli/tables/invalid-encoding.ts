import { manifestFinding, type Finding } from './finding.ts'
import { findInvalidLines, decodeSample, COMMON_ENCODINGS } from './encoding-samples.ts'

/** Reports the first line that the encoding cannot decode, with its text in the common encodings. */
export async function describeInvalidEncoding(path: string, encoding: string): Promise<Finding> {
  const name = encoding.toUpperCase()
  const [invalid] = await findInvalidLines(path, encoding, 1)
  if (invalid === undefined) {
    return toFinding(`The file is not valid ${name}. Save it as UTF-8, or set --encoding.`, null)
  }
  const samples = COMMON_ENCODINGS.filter((other) => other !== encoding)
    .map((other) => `--encoding ${other} gives ${JSON.stringify(decodeSample(invalid, other))}`)
    .join(', ')
  const advice = `Save it as UTF-8, or set its encoding: ${samples}.`
  return toFinding(`The file is not valid ${name}. ${advice}`, invalid.line)
}

function toFinding(message: string, line: number | null): Finding {
  return manifestFinding('encoding.unknown', message, { line })
}
