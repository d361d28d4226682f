import { decodeUtf8 } from '../../../../core/model/decode-text.ts'
import { parseXmpPosition } from '../../../../core/model/gps-position.ts'
import { readXmpProperties } from '../../../../core/model/xmp.ts'
import { addText, toDates, toEdtf, withoutBlanks, type FileMetadata } from './file-metadata.ts'

const PROPERTIES = [
  'title',
  'description',
  'creator',
  'rights',
  'subject',
  'date',
  'Headline',
  'DateCreated',
  'DateTimeOriginal',
  'DateTimeDigitized',
  'CreateDate',
  'Make',
  'Model',
  'CreatorTool',
  'UsageTerms',
  'WebStatement',
  'license',
  'GPSLatitude',
  'GPSLongitude',
] as const

/**
 * Reads an XMP packet.
 * @throws Error if it is not well-formed UTF-8, or declares a document type
 */
export function readXmp(packet: Buffer): FileMetadata {
  const text = decodeUtf8(packet)
  if (text === undefined) throw new Error('it is not UTF-8')
  const values = readXmpProperties(text, PROPERTIES)
  const first = (name: (typeof PROPERTIES)[number]): string | undefined => values.get(name)?.[0]
  const rights: string[] = []
  for (const name of ['rights', 'UsageTerms', 'WebStatement', 'license'] as const) {
    addText(rights, first(name))
  }
  const dates = values.get('date') ?? []
  const device: string[] = []
  for (const name of ['Make', 'Model', 'CreatorTool'] as const) addText(device, first(name))
  return withoutBlanks({
    title: first('title') ?? first('Headline'),
    description: first('description'),
    creators: values.get('creator'),
    created: toDates([
      first('DateCreated'),
      first('DateTimeOriginal'),
      ...dates.filter((date) => ISO_DATE.test(date)),
    ]),
    dateText: dates.find((date) => !ISO_DATE.test(date)),
    digitized: toEdtf(first('DateTimeDigitized') ?? ''),
    fileCreated: toEdtf(first('CreateDate') ?? ''),
    rights,
    device,
    keywords: values.get('subject'),
    position: parseXmpPosition(first('GPSLatitude'), first('GPSLongitude')),
  })
}

/** People write other texts as `dc:date`, too: `about 1912`, `1912?`, `1905-1910`. */
const ISO_DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]*(?:Z|[+\-]\d\d:?\d\d)?)?)?)?$/v
