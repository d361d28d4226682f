/** Returns the length of a text in Unicode code points, the unit of the API's limits. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
