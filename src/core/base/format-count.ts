/** Writes a number with its noun: `1 image`, `12 images`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
