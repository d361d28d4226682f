import { createHash } from 'node:crypto'
import { z } from 'zod'
import { pointGeoreference } from '../../../core/contract/georeference.ts'
import type { Api } from '../../client/api.ts'
import type { PlannedPlace } from '../check/check-place.ts'

/** Members of the member `georeferences` of `GET /api/v2/images/{id}/`. */
export const placements = z.array(
  pointGeoreference
    .pick({
      id: true,
      latitude: true,
      longitude: true,
      direction: true,
      confidence: true,
      georeferenced_at: true,
    })
    .strip(),
)

export type Placement = z.infer<typeof placements>[number]

/** Code of the response if the image has another newest placement than `previous`. */
export const SUPERSEDED = 'superseded'

export interface PlacementRequest {
  imageId: number
  place: PlannedPlace
  /** Id of the newest placement that the image has; null if it has none. */
  previous: number | null
  /** Distinguishes this request from those of other imports and rows. */
  scope: string
  signal?: AbortSignal
}

/**
 * Places an image once: a repetition gets the first response.
 * @throws CatalogError also kind `conflict`, code `superseded`
 */
export async function sendPlacement(
  api: Pick<Api, 'send'>,
  { imageId, place, previous, scope, signal }: PlacementRequest,
): Promise<void> {
  const { replaces: _, ...position } = place
  const body = { image: imageId, ...position, previous }
  const key = createHash('sha256')
    .update(JSON.stringify([scope, body]))
    .digest('hex')
  const headers = { 'Idempotency-Key': key }
  const request = { method: 'POST', path: '/api/v2/georeferences/', body, headers } as const
  await api.send({ ...request, ...(signal && { signal }) }, z.object({}))
}

/** Reads the newest placement of an image. */
export async function readNewestPlacement(
  api: Pick<Api, 'get'>,
  imageId: number,
): Promise<Placement | undefined> {
  const image = z.object({ georeferences: placements })
  const { georeferences } = await api.get(`/api/v2/images/${imageId}/`, image)
  return findNewestPlacement(georeferences)
}

export function findNewestPlacement(all: readonly Placement[]): Placement | undefined {
  const isNewer = (one: Placement, other: Placement): boolean =>
    one.georeferenced_at === other.georeferenced_at
      ? one.id > other.id
      : one.georeferenced_at > other.georeferenced_at
  return all.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))[0]
}

/** Whether the placement has the position, direction and confidence of the table. */
export function isAtPlace(placement: Placement | undefined, place: PlannedPlace): boolean {
  return (
    placement?.latitude === place.latitude &&
    placement.longitude === place.longitude &&
    placement.direction === place.direction &&
    placement.confidence === place.confidence
  )
}
