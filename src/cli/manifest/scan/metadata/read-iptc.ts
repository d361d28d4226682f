import { decodeText } from '../../../../core/model/decode-text.ts'
import { addText, toDates, toEdtf, withoutBlanks, type FileMetadata } from './file-metadata.ts'

const TAG_MARKER = 0x1c
const APPLICATION_RECORD = 2

// Datasets of record 2 (IPTC-NAA IIM 4.2, chapter 6).
const TITLE = 5
const KEYWORD = 25
const DATE_CREATED = 55
const DIGITAL_CREATION_DATE = 62
const BYLINE = 80
const HEADLINE = 105
const COPYRIGHT = 116
const CAPTION = 120

const MAX_VALUES = 1000

/** Reads IIM records. Text is UTF-8 or else Windows-1252: many programs do not declare which. */
export function readIptc(block: Buffer): FileMetadata {
  const values = new Map<number, string[]>()
  for (const [dataset, bytes] of readDatasets(block)) {
    const texts = values.get(dataset) ?? []
    addText(texts, decodeText(bytes))
    values.set(dataset, texts)
  }
  const first = (dataset: number): string | undefined => values.get(dataset)?.[0]
  return withoutBlanks({
    title: first(TITLE) ?? first(HEADLINE),
    description: first(CAPTION),
    creators: values.get(BYLINE),
    created: toDates([first(DATE_CREATED)]),
    digitized: toEdtf(first(DIGITAL_CREATION_DATE) ?? ''),
    rights: values.get(COPYRIGHT),
    keywords: values.get(KEYWORD),
  })
}

/** Yields the datasets of record 2. Extended datasets, longer than 32 kB, end the reading. */
function* readDatasets(block: Buffer): Generator<[dataset: number, bytes: Buffer]> {
  let at = 0
  for (let count = 0; count < MAX_VALUES && at + 5 <= block.length; count += 1) {
    if (block[at] !== TAG_MARKER) return
    const length = block.readUInt16BE(at + 3)
    if (length >= 0x8000 || at + 5 + length > block.length) return
    if (block[at + 1] === APPLICATION_RECORD) {
      yield [block[at + 2] ?? 0, block.subarray(at + 5, at + 5 + length)]
    }
    at += 5 + length
  }
}
