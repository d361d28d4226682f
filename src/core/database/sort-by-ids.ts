/** Sorts rows by the order of their ids in `ids`. Ids without a row are skipped. */
export function sortByIds<Row extends { id: number }>(ids: readonly number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
