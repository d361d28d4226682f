/** Number of dimensions, rounded up to a multiple of 16. Those that were added are zero before the rotation. */
export let size: u32 = 0

export function configureSize(dimension: u32): void {
  size = (dimension + 15) & ~15
}

/** Returns the address of a vector of zeros: 32-bit floats. */
export function allocateVector(): usize {
  const bytes: usize = 4 * size
  const vector = heap.alloc(bytes)
  memory.fill(vector, 0, bytes)
  return vector
}
