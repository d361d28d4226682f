import Polygon from 'ol/geom/Polygon.js'

const DEGREES_PER_STEP = 4

interface Cone {
  /** Degrees clockwise from north. */
  direction: number
  /** Degrees. */
  width: number
  /** In units of the map. */
  length: number
}

/** The sector of a circle. Web Mercator keeps angles. */
export function createCone([x = 0, y = 0]: number[], { direction, width, length }: Cone): Polygon {
  const steps = Math.max(1, Math.ceil(width / DEGREES_PER_STEP))
  const arc = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((direction - width / 2 + (width * step) / steps) * Math.PI) / 180
    return [x + Math.sin(angle) * length, y + Math.cos(angle) * length]
  })
  return new Polygon([[[x, y], ...arc, [x, y]]])
}
