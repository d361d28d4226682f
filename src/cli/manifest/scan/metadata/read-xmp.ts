import { createXmlReader, type Attributes } from '../../../import/manifest/xlsx/xml.ts'
import { decodeUtf8 } from '../../../../core/model/decode-text.ts'
import { addText, toEdtf, toPosition, withoutBlanks, type FileMetadata } from './file-metadata.ts'

/** Properties by their names without the prefix, which XMP leaves to the program that writes. */
const PROPERTIES = [
  'title',
  'description',
  'creator',
  'rights',
  'subject',
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

type Property = (typeof PROPERTIES)[number]

const MAX_VALUES = 1000

/**
 * Reads an XMP packet.
 * @throws Error if it is not well-formed UTF-8, or declares a document type
 */
export function readXmp(packet: Buffer): FileMetadata {
  const text = decodeUtf8(packet)
  if (text === undefined) throw new Error('it is not UTF-8')
  const values = readProperties(text)
  const first = (name: Property): string | undefined => values.get(name)?.[0]
  const rights: string[] = []
  for (const name of ['rights', 'UsageTerms', 'WebStatement', 'license'] as const) {
    addText(rights, first(name))
  }
  const device: string[] = []
  for (const name of ['Make', 'Model', 'CreatorTool'] as const) addText(device, first(name))
  return withoutBlanks({
    title: first('title') ?? first('Headline'),
    description: first('description'),
    creator: values.get('creator')?.join(', '),
    created: toEdtf(first('DateCreated') ?? first('DateTimeOriginal') ?? ''),
    digitized: toEdtf(first('DateTimeDigitized') ?? ''),
    fileCreated: toEdtf(first('CreateDate') ?? ''),
    rights,
    device,
    keywords: values.get('subject'),
    position: toPosition(parseDegrees(first('GPSLatitude')), parseDegrees(first('GPSLongitude'))),
  })
}

/** Reads the properties of `rdf:Description` elements, which are elements or attributes (ISO 16684-1, section 7). */
function readProperties(packet: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const path: string[] = []
  let text = ''
  let isDefault = false
  const add = (name: string, value: string, isFirst = false): void => {
    const known = values.get(name) ?? []
    if (known.length >= MAX_VALUES || value.trim() === '') return
    if (isFirst && !known.includes(value.trim())) known.unshift(value.trim())
    else addText(known, value)
    values.set(name, known)
  }
  const read = createXmlReader({
    open(name, attribute) {
      if (name === 'Description' && path.at(-1) === 'RDF') addAttributes(attribute, add)
      path.push(name)
      text = ''
      isDefault = name === 'li' && attribute('lang') === 'x-default'
      const resource = findProperty(path) && attribute('resource')
      if (resource) add(name, resource)
    },
    text(piece) {
      text += piece
    },
    close() {
      const property = findProperty(path)
      if (property !== undefined) add(property, text, isDefault)
      path.pop()
      text = ''
    },
  })
  read(packet)
  return values
}

function addAttributes(attribute: Attributes, add: (name: string, value: string) => void): void {
  for (const name of PROPERTIES) {
    const value = attribute(name)
    if (value !== undefined) add(name, value)
  }
}

/** Finds the property that the text of an element belongs to: the element itself, or the list that it is an item of. */
function findProperty(path: readonly string[]): Property | undefined {
  const top = path.lastIndexOf('RDF')
  if (top < 0 || path[top + 1] !== 'Description') return undefined
  const [name, list, item, ...deeper] = path.slice(top + 2)
  const isItem = list !== undefined && /^(?:Alt|Bag|Seq)$/.test(list) && item === 'li'
  const isProperty = list === undefined || (isItem && deeper.length === 0)
  return isProperty ? PROPERTIES.find((property) => property === name) : undefined
}

/** `47,33.576N` or `47,33,34N` → degrees. */
function parseDegrees(text = ''): number {
  const match = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(text.trim())
  if (!match) return NaN
  const [, degrees, minutes, seconds = 0, direction = ''] = match
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return /[SW]/.test(direction) ? -value : value
}
