import { z } from 'zod'
import type { ImageUpdate } from '../../core/contract/image-update.ts'
import { foldText } from '../../core/model/fold.ts'
import { cleanLine, cleanLines } from '../../core/model/text.ts'
import type { PlannedPlace } from '../import/check/check-place.ts'
import {
  findNewestPlacement,
  isAtPlace,
  placements,
  type Placement,
} from '../import/transfer/send-placement.ts'

/** Members of the details of an image, also in exports. */
export const imageMetadata = z.object({
  title: z.string(),
  original_date: z.string(),
  edtf_date: z.string(),
  original_url: z.string(),
  description: z.string(),
  creator: z.string(),
  reference_id: z.string().nullish(),
  archive_position: z.string().nullish(),
  license: z.object({ name: z.string() }).nullable(),
  rotation: z.number(),
  mirror: z.string(),
  subjects: z.array(z.object({ slug: z.string() })),
})
export type ImageMetadata = z.infer<typeof imageMetadata>

/** Members of `GET /api/v2/images/{id}/`. */
export const imageResponse = imageMetadata.extend({ georeferences: placements })
export type ImageResponse = z.infer<typeof imageResponse>

export type UpdateField = keyof ImageUpdate
type Value = string | number | string[] | null

/** A change of one member of an image, or of its place. */
export interface Difference {
  field: UpdateField | 'place'
  old: Value
  new: Value
}

/** The current value of each member of an update; null if it is empty. */
const CURRENT_VALUES: Record<UpdateField, (image: ImageMetadata) => Value> = {
  title: (image) => image.title,
  original_date: (image) => image.original_date || null,
  edtf_date: (image) => image.edtf_date || null,
  source_url: (image) => image.original_url || null,
  description: (image) => image.description || null,
  creator: (image) => image.creator || null,
  reference_id: (image) => image.reference_id || null,
  archive_position: (image) => image.archive_position || null,
  license_name: (image) => image.license?.name ?? null,
  rotation: (image) => image.rotation,
  mirror: (image) => image.mirror,
  subjects: (image) => image.subjects.map(({ slug }) => slug),
}

/** Returns the value of each member of an update as a cell of a table; undefined if it is empty. */
export function toCells(image: ImageMetadata): Record<UpdateField, string | undefined> {
  const cells = Object.entries(CURRENT_VALUES).map(([field, read]) => [field, toCell(read(image))])
  return Object.fromEntries(cells)
}

function toCell(value: Value): string | undefined {
  if (!Array.isArray(value)) return value === null ? undefined : String(value)
  return value.length === 0 ? undefined : value.join('|')
}

/** Finds the members whose values differ from the image, in the order of the update, and then its place. */
export function findDifferences(
  image: ImageResponse,
  { wanted, place }: { wanted: ImageUpdate; place?: PlannedPlace },
): Difference[] {
  const placing = findPlaceDifference(image, place)
  return [...findMetadataDifferences(image, wanted), ...(placing ? [placing] : [])]
}

/** An image keeps its placement, unless the place replaces it. */
export function findPlaceDifference(
  { georeferences }: ImageResponse,
  place: PlannedPlace | undefined,
): Difference | undefined {
  const newest = findNewestPlacement(georeferences)
  if (place === undefined || isAtPlace(newest, place)) return undefined
  if (newest !== undefined && !place.replaces) return undefined
  return { field: 'place', old: newest ? formatPlace(newest) : null, new: formatPlace(place) }
}

function formatPlace({ latitude, longitude, direction }: PlannedPlace | Placement): string {
  return `${latitude}, ${longitude}${direction === null ? '' : `, ${direction}°`}`
}

export function findMetadataDifferences(
  image: ImageMetadata,
  wanted: ImageUpdate,
): (Difference & { field: UpdateField })[] {
  return (Object.keys(wanted) as UpdateField[]).flatMap((field) => {
    const [old, wantedValue] = [CURRENT_VALUES[field](image), wanted[field] ?? null]
    return isEqual(field, old, wantedValue) ? [] : { field, old, new: wantedValue }
  })
}

/** The body of the `PATCH` request that makes these changes. */
export function toPatchBody(differences: readonly Difference[]): ImageUpdate {
  return Object.fromEntries(differences.map(({ field, new: value }) => [field, value]))
}

/** Whether all remaining differences replace the same values as the original ones. */
export function hasSameOldValues(
  original: readonly Difference[],
  remaining: readonly Difference[],
): boolean {
  return remaining.every(({ field, old }) =>
    original.some(
      (difference) => difference.field === field && isEqual(field, difference.old, old),
    ),
  )
}

function isEqual(field: Difference['field'], a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    // License names are case-insensitive.
    if (field === 'license_name') return foldText(a) === foldText(b)
    // Dumps have texts that are not clean, which an update should not change by the way.
    const clean = field === 'description' ? cleanLines : cleanLine
    return clean(a).trim() === clean(b).trim()
  }
  return JSON.stringify(a) === JSON.stringify(b)
}

/** `title: "Bridge" → "Old bridge"` */
export function formatDifference({ field, old, new: wanted }: Difference): string {
  return `${field}: ${formatValue(old)} → ${formatValue(wanted)}`
}

function formatValue(value: Value): string {
  const cell = toCell(value)
  if (cell === undefined) return '(blank)'
  return typeof value === 'number' ? cell : JSON.stringify(cell)
}
