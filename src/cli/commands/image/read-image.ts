import { imageDetail, type ImageDetail } from '../../../core/contract/image.ts'
import { notFound } from '../../../core/base/errors.ts'
import type { ResourceApi } from '../../client/api.ts'
import { nullIfAbsent } from '../../client/requests.ts'

/** An image as commands print it, with the tag of its revision. */
export type ImageRow = Awaited<ReturnType<typeof readImage>>

export async function readImage(api: ResourceApi, id: number) {
  let revision = ''
  const image = await api.get(`/api/v2/images/${id}/`, imageDetail, ({ headers }) => {
    revision = /"(\d+)-/.exec(headers['etag'] ?? '')?.[1] ?? ''
  })
  return { ...presentImage(image), revision }
}

/** @throws CatalogError kind `not_found` that names images that do not exist */
export async function readImages(api: ResourceApi, ids: readonly number[]): Promise<ImageRow[]> {
  const images = new Map<number, ImageRow | null>()
  for (const id of ids) images.set(id, await nullIfAbsent(readImage(api, id)))
  requireAll(ids, (id) => images.get(id) !== null)
  return [...images.values()].filter((image) => image !== null)
}

/** @throws CatalogError kind `not_found` that names images that do not exist */
export function requireAll(ids: readonly number[], isKnown: (id: number) => boolean): void {
  const missing = ids.filter((id) => !isKnown(id))
  if (missing.length === 0) return
  const named = missing.slice(0, 10).join(', ')
  const others = missing.length > 10 ? ` and ${missing.length - 10} others` : ''
  throw notFound(`These images do not exist: ${named}${others}. Nothing was changed.`)
}

function presentImage(image: ImageDetail) {
  return {
    id: image.id,
    collection: image.collection.id,
    title: image.title,
    duplicate_of: image.duplicate_of,
    from_above: image.from_above,
    scale: image.scale,
    rotation: image.rotation,
    mirror: image.mirror,
    position: image.order ?? null,
    georeference_status: image.georeference_status,
  }
}
