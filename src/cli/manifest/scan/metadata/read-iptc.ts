import { isAscii } from 'node:buffer'
import { addText, toDates, toEdtf, withoutBlanks, type FileMetadata } from './file-metadata.ts'
import type { MetadataDecoder } from './text-decoder.ts'

const TAG_MARKER = 0x1c
const ENVELOPE_RECORD = 1
const APPLICATION_RECORD = 2

/** CodedCharacterSet, in record 1. */
const CHARACTER_SET = 90
/** Escape sequences of ISO 2022 for ISO 8859-1. */
const LATIN_1 = ['\u001b.A', '\u001b-A']

// Datasets of record 2 (IPTC-NAA IIM 4.2, chapter 6).
const TITLE = 5
const KEYWORD = 25
const DATE_CREATED = 55
const DIGITAL_CREATION_DATE = 62
const BYLINE = 80
const HEADLINE = 105
const COPYRIGHT = 116
const CAPTION = 120

/** The most bytes that IIM allows. */
const LIMITS: Partial<Record<number, number>> = {
  [TITLE]: 64,
  [KEYWORD]: 64,
  [BYLINE]: 32,
  [HEADLINE]: 256,
  [COPYRIGHT]: 128,
  [CAPTION]: 2000,
}

const MAX_VALUES = 1000

/** IPTC data, and its texts that may be cut because they are as long as IIM allows. */
export interface IptcMetadata extends FileMetadata {
  cut: ReadonlySet<string>
}

/** Reads IIM records. Many programs do not declare the encoding of text. */
export function readIptc(block: Buffer, decoder: MetadataDecoder): IptcMetadata {
  const values = new Map<number, string[]>()
  const cut = new Set<string>()
  let decode = (bytes: Buffer): string => decoder.decode(bytes)
  for (const { record, dataset, bytes } of readDatasets(block)) {
    if (record === ENVELOPE_RECORD && dataset === CHARACTER_SET) {
      if (LATIN_1.includes(bytes.toString('latin1'))) decode = (text) => text.toString('latin1')
    } else if (record === APPLICATION_RECORD) {
      const texts = values.get(dataset) ?? []
      const text = decode(bytes).trim()
      addText(texts, text)
      values.set(dataset, texts)
      if (isAtLimit(bytes, LIMITS[dataset])) cut.add(text)
    }
  }
  const first = (dataset: number): string | undefined => values.get(dataset)?.[0]
  const metadata = withoutBlanks({
    title: first(TITLE) ?? first(HEADLINE),
    description: first(CAPTION),
    creators: values.get(BYLINE),
    created: toDates([first(DATE_CREATED)]),
    digitized: toEdtf(first(DIGITAL_CREATION_DATE) ?? ''),
    rights: values.get(COPYRIGHT),
    keywords: values.get(KEYWORD),
  })
  return { ...metadata, cut }
}

/** Programs that do not cut a character in two stop up to three bytes before the limit. Others ignore the limit. */
function isAtLimit(bytes: Buffer, limit: number = Infinity): boolean {
  const { length } = bytes
  return length === limit || (length < limit && length > limit - 4 && !isAscii(bytes))
}

interface Dataset {
  record: number | undefined
  dataset: number
  bytes: Buffer
}

/** Yields the datasets. Extended ones, longer than 32 kB, end the reading. */
function* readDatasets(block: Buffer): Generator<Dataset> {
  let at = 0
  for (let count = 0; count < MAX_VALUES && at + 5 <= block.length; count += 1) {
    if (block[at] !== TAG_MARKER) return
    const length = block.readUInt16BE(at + 3)
    if (length >= 0x8000 || at + 5 + length > block.length) return
    const bytes = block.subarray(at + 5, at + 5 + length)
    yield { record: block[at + 1], dataset: block[at + 2] ?? 0, bytes }
    at += 5 + length
  }
}
