/** Finds the candidate that was probably meant: at an edit distance of at most a third of its length, ignoring case. */
export function findClosestMatch(given: string, candidates: Iterable<string>): string | undefined {
  const folded = given.toLowerCase()
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const maxDistance = Math.max(1, candidate.length / 3)
    if (Math.abs(candidate.length - given.length) > maxDistance) continue
    const distance = editDistance(folded, candidate.toLowerCase())
    if (distance < bestDistance && distance <= maxDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  let secondLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(secondLast, column - 2) + 1 : Infinity,
        ),
      )
    }
    secondLast = last
    last = current
  }
  return at(last, other.length)
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Infinity
}
