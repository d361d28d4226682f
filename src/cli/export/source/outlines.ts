import { z } from 'zod'
import type { Shape } from '../../../core/model/geometry/geometry.ts'
import type { Api } from '../../client/api.ts'
import type { Geometry } from '../geometry/geometry.ts'
import { isEmptyGeometry, readShape } from '../geometry/normalize.ts'
import type { Item } from '../layer.ts'

const outline = z.object({
  features: z.array(
    z.looseObject({ geometry: z.unknown(), properties: z.looseObject({ map_id: z.string() }) }),
  ),
})

/** Adds the members `geometry` and `map_ids` to a subject. */
export async function addOutline(api: Api, subject: Item): Promise<Item> {
  const { features } = await api.get(`/api/v2/subjects/${subject.id}/geometry/`, outline)
  const geometries = features.map(({ geometry }) => geometry)
  const shapes = geometries.filter((geometry) => !isEmptyGeometry(geometry)).map(readShape)
  const mapIds = features.map(({ properties }) => properties.map_id)
  return {
    ...subject,
    geometry: joinShapes(shapes),
    map_ids: mapIds.length === 0 ? null : mapIds.join(' '),
  }
}

/** Joins areas to one multipolygon, and other shapes to a collection. */
function joinShapes(shapes: readonly Shape[]): Geometry | null {
  const [first, ...others] = shapes
  if (first === undefined) return null
  if (others.length === 0) return first
  const polygons = shapes.map((shape) => {
    if (shape.type === 'Polygon') return [shape.coordinates]
    return shape.type === 'MultiPolygon' ? shape.coordinates : undefined
  })
  if (polygons.every((rings) => rings !== undefined)) {
    return { type: 'MultiPolygon', coordinates: polygons.flat() }
  }
  return { type: 'GeometryCollection', geometries: [...shapes] }
}
