/** Lists the ids of up to so many images before and after one in the order of their import, those of other collections too. */
export function listBeside(id: number, steps: number): number[] {
  return Array.from({ length: 2 * steps + 1 }, (_, n) => id - steps + n).filter(
    (other) => other !== id && other > 0,
  )
}
