import type { Shape } from '../../../core/model/geometry/geometry.ts'

/** Any geometry of an export. A collection is the outline of a subject that consists of different shapes. */
export type Geometry = Shape | GeometryCollection

export interface GeometryCollection {
  type: 'GeometryCollection'
  geometries: Shape[]
}

/** What the geometries of a layer have in common; null if it has none. */
export type LayerGeometry = 'Point' | 'LineString' | 'Polygon' | 'Geometry' | null
