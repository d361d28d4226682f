import { z } from 'zod'
import type { Api } from '../../client/api.ts'
import { unexpected } from '../column.ts'
import { describeImage } from '../image-columns.ts'
import type { Item } from '../layer.ts'

const image = z.looseObject({ id: z.int() })

/** Requests the detail form of an image. */
export function fetchImage(api: Api, id: number): Promise<Item> {
  return api.get(`/api/v2/images/${id}/`, image)
}

/** Adds the members of its image to a georeference, as the export endpoint does for `with=image`. */
export async function addImage(api: Api, item: Item): Promise<Item> {
  const properties = (item['properties'] ?? {}) as Record<string, unknown>
  const { image_id: id } = properties
  if (typeof id !== 'number') throw unexpected('a georeference has no image')
  const described = describeImage(await fetchImage(api, id))
  return { ...item, properties: { ...properties, ...described } }
}
