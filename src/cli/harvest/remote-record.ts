import { MAX_CREATOR, MAX_REFERENCE_ID, MAX_TITLE } from '../../core/base/limits.ts'
import { MAX_DATE_TEXT } from '../../core/edtf/edtf.ts'
import { isValidEdtf } from '../../core/edtf/parse.ts'
import { cleanLine, cleanLines, isLink, shorten } from '../../core/model/text.ts'
import { deriveEdtf } from '../dates/read-cached.ts'

/** Description of one picture, in the words of the remote. */
export interface RemoteRecord {
  /** Identifies the record at its remote, across harvests. */
  id: string
  title?: string | undefined
  date?: string | undefined
  /** The date in EDTF. */
  edtf?: string | undefined
  description?: string | undefined
  creator?: string | undefined
  reference?: string | undefined
  /** Addresses and names of licenses and rights statements. */
  rights?: readonly string[] | undefined
  /** Address of the page about the record. */
  page?: string | undefined
  /** Address of the picture. */
  file?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  /** GeoJSON geometry of an area. */
  area?: string | undefined
}

/** The cells of a record; a column is missing if the remote says nothing of it. */
export interface RemoteValues {
  file?: string
  title: string
  original_date: string
  /** Derived from the date, or the one that the remote gives. */
  edtf_date: string
  description?: string
  creator?: string
  reference_id?: string
  source_url?: string
  latitude?: string
  longitude?: string
  _area?: string
  _rights?: string
  /** The date in EDTF as the remote gives it. */
  _edtf?: string
  /** Note for the person who looks at the table, such as that a text was cut. */
  _message?: string
}

/** Between two statements of `_rights`. */
export const RIGHTS_SEPARATOR = ' | '

const MAX_ID = 1000
const MAX_DESCRIPTION = 10_000
const MAX_RIGHTS = 1000
const MAX_AREA = 10_000
const MAX_URL = 2000

/** Whether the identifier can be kept. */
export function isUsableId(id: string): boolean {
  return id !== '' && id.length <= MAX_ID && cleanLine(id).trim() === id
}

/**
 * Converts a record to cells that an import accepts: cleans its texts, cuts those that are too long, and reads its date if
 * that has one certain meaning. A missing title is the reference, and a missing date `undated`.
 */
export function toValues(
  record: RemoteRecord,
  { allowHttp }: { allowHttp: boolean },
): RemoteValues {
  const notes: string[] = []
  const fit = (name: string, text: string | undefined, limit: number): string | undefined =>
    cut(name, toLine(text), limit, notes)
  const reference = fit('reference', record.reference, MAX_REFERENCE_ID)
  const date = fit('date', record.date, MAX_DATE_TEXT)
  const values: RemoteValues = {
    ...readFile(record, allowHttp, notes),
    title: fit('title', record.title, MAX_TITLE) ?? reference ?? 'Untitled',
    original_date: date ?? 'undated',
    edtf_date: chooseEdtf(record.edtf, date),
    ...present({
      description: cut('description', toText(record.description), MAX_DESCRIPTION, notes),
      creator: fit('creator', record.creator, MAX_CREATOR),
      reference_id: reference,
      source_url: record.page && isAddress(record.page) ? record.page : undefined,
      ...readPosition(record),
      _edtf: record.edtf,
      _area: record.area && record.area.length <= MAX_AREA ? record.area : undefined,
      _rights: fit('rights', record.rights?.join(RIGHTS_SEPARATOR), MAX_RIGHTS),
    }),
  }
  return notes.length === 0 ? values : { ...values, _message: notes.join(' ') }
}

/** The date that the remote gives in EDTF, else the meaning of the date as written, else an unknown date. */
function chooseEdtf(given: string | undefined, date: string | undefined): string {
  if (given !== undefined && given.length <= MAX_DATE_TEXT && isValidEdtf(given)) return given
  return (date && deriveEdtf(date, undefined)) ?? 'XXXX'
}

function readFile(
  { file }: RemoteRecord,
  allowHttp: boolean,
  notes: string[],
): Pick<RemoteValues, 'file'> {
  if (file === undefined || !isAddress(file)) {
    notes.push('The remote names no picture.')
    return {}
  }
  if (file.startsWith('https:') || allowHttp) return { file }
  notes.push(`The picture at ${shorten(file, 200)} needs --allow-http.`)
  return {}
}

function isAddress(url: string): boolean {
  return url.length <= MAX_URL && isLink(url)
}

function readPosition({ latitude, longitude }: RemoteRecord): Partial<RemoteValues> {
  if (latitude === undefined || longitude === undefined) return {}
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  // Not an exponent, which an import does not read.
  return isValid ? { latitude: toDecimal(latitude), longitude: toDecimal(longitude) } : {}
}

function toDecimal(degrees: number): string {
  return degrees.toFixed(8).replace(/\.?0+$/, '')
}

function toLine(text: string | undefined): string {
  return cleanLine((text ?? '').toWellFormed().replaceAll('\0', ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

function toText(text: string | undefined): string {
  return cleanLines((text ?? '').toWellFormed().replaceAll('\0', ' ')).trim()
}

/** Cuts a text of more code points than `limit`. Returns undefined for an empty one. */
function cut(name: string, text: string, limit: number, notes: string[]): string | undefined {
  if (text === '') return undefined
  const fitting = shorten(text, limit - 1)
  const isFitting = text.length <= limit || Array.from(text.slice(0, limit * 2 + 1)).length <= limit
  if (isFitting) return text
  notes.push(`The ${name} has more than ${limit} characters and is cut.`)
  return fitting
}

function present<T extends object>(members: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
