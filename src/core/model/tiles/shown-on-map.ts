/** The marks of a map: points, areas that are counted by their center, both, or areas that are drawn. */
export const MARK_KINDS = ['points', 'areas', 'all', 'drawn'] as const

/** The marks of a map. */
export interface ShownOnMap {
  /**
   * Zoom level of its tiles. Areas that they count by their center are in a box if that is. Others, and all if it is
   * undefined, are in a box that they intersect.
   */
  zoom: number | undefined
  /** Only these; everything if it is undefined. */
  kind: (typeof MARK_KINDS)[number] | undefined
}

export function showsPoints({ kind }: Partial<ShownOnMap> = {}): boolean {
  return kind === undefined || kind === 'points' || kind === 'all'
}

export function showsAreas({ kind }: Partial<ShownOnMap> = {}): boolean {
  return kind !== 'points'
}

/** Whether the only areas that a map shows are those that it draws. */
export function isOnlyDrawn({ kind }: ShownOnMap): boolean {
  return kind === 'drawn'
}

/** Whether the only areas that a map shows are those that it counts by their center. */
export function isOnlyCounted({ zoom, kind }: ShownOnMap): boolean {
  return zoom !== undefined && (kind === 'areas' || kind === 'all')
}
