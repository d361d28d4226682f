import { readSync } from 'node:fs'

const CHUNK = 1024 ** 2

/** A file's bytes one after the other. */
export class JpegBytes {
  readonly #file: number
  readonly #chunk = Buffer.alloc(CHUNK)
  #start = 0
  #length = 0
  #at = 0

  constructor(file: number) {
    this.#file = file
  }

  /** Where the next byte comes from. */
  get position(): number {
    return this.#start + this.#at
  }

  set position(position: number) {
    this.#start = position
    this.#length = 0
    this.#at = 0
  }

  /** The next byte; -1 at the end of the file. */
  next(): number {
    if (this.#at === this.#length && !this.#refill()) return -1
    return this.#chunk[this.#at++] ?? -1
  }

  /** Two bytes, the higher one first; -1 when the file ends before. */
  nextShort(): number {
    const high = this.next()
    const low = this.next()
    return low < 0 ? -1 : (high << 8) | low
  }

  take(count: number): Buffer {
    const bytes = Buffer.alloc(count)
    for (let index = 0; index < count; index += 1) {
      const byte = this.next()
      if (byte < 0) return bytes.subarray(0, index)
      bytes[index] = byte
    }
    return bytes
  }

  #refill(): boolean {
    this.#start += this.#length
    this.#at = 0
    this.#length = readSync(this.#file, this.#chunk, 0, CHUNK, this.#start)
    return this.#length > 0
  }
}
