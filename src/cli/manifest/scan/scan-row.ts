import { MAX_CREATOR, MAX_TITLE } from '../../../core/base/limits.ts'
import { cleanLines, isWithinLength } from '../../../core/model/text.ts'
import { ANNOTATION_COLUMNS } from '../../tables/annotation-columns.ts'
import { judgeDates } from './judge-dates.ts'
import type { FileMetadata } from './metadata/file-metadata.ts'
import type { MetadataKind } from './read-metadata.ts'
import type { Warning } from './warning.ts'

/** Source of a value. */
export type Source = MetadataKind | 'filename'

/** The columns of every scan, before those of a pattern and the warnings. */
const COLUMNS = [
  'file',
  'title',
  'original_date',
  'edtf_date',
  'description',
  'creator',
  'reference_id',
  'license_name',
  'subjects',
  '_digitized',
  '_rights',
  '_device',
  '_keywords',
  '_latitude',
  '_longitude',
]

/** @param more columns of a pattern */
export function listScanColumns(more: readonly string[]): string[] {
  return [...new Set([...COLUMNS, ...more]), ...ANNOTATION_COLUMNS]
}

/** Metadata of an image, and warnings about it. */
export interface ScannedImage {
  /** As the manifest names it. */
  file: string
  kinds: Partial<Record<MetadataKind, FileMetadata>>
  /** Values from the file's name, by column. */
  named: Readonly<Record<string, string>>
  warnings: readonly Warning[]
}

/** Creates the row of an image: for each column the value of the first source that has one. */
export function createScanRow(
  columns: readonly string[],
  image: ScannedImage,
  sources: readonly Source[],
): (string | undefined)[] {
  const { file, kinds, named } = image
  const ranked = sources.map((source) =>
    source === 'filename' ? cleanValues(named) : toValues(kinds[source]),
  )
  const used = sources.flatMap((source) => (source === 'filename' ? [] : (kinds[source] ?? [])))
  const { original, digitized } = judgeDates(used, Object.values(kinds))
  const dateText = toLine(used.find((metadata) => metadata.dateText)?.dateText ?? '')
  const hasNamedDate =
    sources.includes('filename') && Boolean(named.original_date ?? named.edtf_date)
  const values: Record<string, string | undefined> = {
    ...Object.fromEntries(columns.map((column) => [column, findFirst(ranked, column)])),
    file,
    _digitized: findFirst(ranked, '_digitized') ?? digitized,
    ...(!hasNamedDate && { original_date: original ?? dateText, edtf_date: original }),
  }
  const warnings = [...image.warnings, ...findLongTexts(values)]
  const [codeColumn, messageColumn] = ANNOTATION_COLUMNS
  values[codeColumn] = [...new Set(warnings.map(({ code }) => code))].join(' ')
  values[messageColumn] = warnings.map(({ message }) => message).join(' ')
  return columns.map((column) => values[column] || undefined)
}

type Values = Readonly<Record<string, string | undefined>>

function findFirst(ranked: readonly Values[], column: string): string | undefined {
  return ranked.find((values) => values[column])?.[column]
}

/** A name may contain control characters. */
function cleanValues(values: ScannedImage['named']): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, toLine(text)]))
}

function toValues(metadata: FileMetadata = {}): Values {
  const {
    title,
    description,
    creators = [],
    rights = [],
    device = [],
    keywords = [],
    position,
  } = metadata
  return {
    title: title && toLine(title),
    description: description && cleanText(description),
    // Names may contain a comma: "Adams, Ansel".
    creator: toLine(creators.join('; ')),
    _rights: toLine(rights.join('; ')),
    _device: toLine(device.join('; ')),
    _keywords: toLine(keywords.join(' | ')),
    _latitude: position?.latitude.toFixed(6),
    _longitude: position?.longitude.toFixed(6),
  }
}

/** Longer texts are cut off. */
const MAX_TEXT = 10_000

/** Cleans a text as the instance does. */
function cleanText(text: string): string {
  return cleanLines(
    text.toWellFormed().replaceAll('\0', ' ').slice(0, MAX_TEXT).toWellFormed(),
  ).trim()
}

function toLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

const LIMITS = { title: MAX_TITLE, creator: MAX_CREATOR }

function findLongTexts(values: Values): Warning[] {
  return Object.entries(LIMITS).flatMap(([column, limit]) => {
    if (isWithinLength(values[column] ?? '', limit)) return []
    const message = `The ${column} has more than ${limit} characters.`
    return [{ code: `${column}.too_long`, message }]
  })
}
