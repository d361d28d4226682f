/** Finds the candidate that was probably meant: at an edit distance of at most a third of its length, ignoring case. */
export function findClosestMatch(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase()
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const allowed = Math.max(1, candidate.length / 3)
    if (Math.abs(candidate.length - given.length) > allowed) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance && distance <= allowed) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Infinity,
        ),
      )
    }
    before = above
    above = current
  }
  return at(above, other.length)
}

function at(line: readonly number[], index: number): number {
  return line[index] ?? Infinity
}
