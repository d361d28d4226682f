import type { Shape } from '../../../core/model/geometry/geometry.ts'

/** Any geometry of an export. A collection is the outline of a subject that consists of different shapes. */
export type Geometry = Shape | GeometryCollection

export interface GeometryCollection {
  type: 'GeometryCollection'
  geometries: Shape[]
}

/** Common type of the geometries of a layer; null if it has no geometries. */
export type LayerGeometry = 'Point' | 'LineString' | 'Polygon' | 'Geometry' | null
