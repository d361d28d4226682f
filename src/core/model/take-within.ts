/** Limits of the part of a list in one response. */
export interface Bounds {
  rows: number
  /** Of all rows but the first, so that there always is one. */
  bytes: number
}

/** Takes the first rows of a list that fit within the bounds, at least one. */
export function takeWithin<Row extends { bytes: number }>(
  rows: readonly Row[],
  bounds: Bounds,
): Row[] {
  const taken: Row[] = []
  let bytes = 0
  for (const row of rows.slice(0, bounds.rows)) {
    if (taken.length > 0) bytes += row.bytes
    if (bytes > bounds.bytes) break
    taken.push(row)
  }
  return taken
}
