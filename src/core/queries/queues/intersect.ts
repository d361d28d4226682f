/** Returns those of the ids that are among the wanted ones. @param wanted all if undefined */
export function intersect(
  ids: readonly number[],
  wanted: readonly number[] | undefined,
): readonly number[] {
  if (wanted === undefined) return ids
  const isWanted = new Set(wanted)
  return ids.filter((id) => isWanted.has(id))
}
