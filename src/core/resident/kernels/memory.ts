/** A growing array of bytes. Growing moves it, so addresses are valid until the next `append`. */
@unmanaged
export class Buffer {
  start: usize = 0
  /** In bytes. */
  length: usize = 0
  private capacity: usize = 0

  /** Appends bytes of any content. @returns their address */
  append(bytes: usize): usize {
    const end = this.length
    this.length += bytes
    if (this.length > this.capacity) {
      this.capacity = max(this.length, this.capacity + (this.capacity >> 1))
      this.start =
        this.start === 0 ? heap.alloc(this.capacity) : heap.realloc(this.start, this.capacity)
    }
    return this.start + end
  }

  /** Makes the array at least so long, filled with zeros. */
  extend(bytes: usize): void {
    if (bytes <= this.length) return
    const added = bytes - this.length
    memory.fill(this.append(added), 0, added)
  }

  free(): void {
    if (this.start !== 0) heap.free(this.start)
    heap.free(changetype<usize>(this))
  }
}
