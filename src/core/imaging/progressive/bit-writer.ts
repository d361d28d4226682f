import { writeSync } from 'node:fs'

const CHUNK = 1024 ** 2

/** Bits and segments into a file, with a zero byte after each 0xFF of the bits: T.81 F.1.2.3. */
export class BitWriter {
  readonly #file: number
  readonly #chunk = Buffer.alloc(CHUNK)
  #at = 0
  #bits = 0
  #count = 0

  constructor(file: number) {
    this.#file = file
  }

  /** So many bits, at most 16. */
  put(value: number, count: number): void {
    this.#bits = (this.#bits << count) | (value & ((1 << count) - 1))
    this.#count += count
    while (this.#count >= 8) {
      this.#count -= 8
      const byte = (this.#bits >>> this.#count) & 0xff
      this.#byte(byte)
      if (byte === 0xff) this.#byte(0)
    }
  }

  /** Fills the last byte with ones. */
  align(): void {
    if (this.#count > 0) this.put(0x7f, 8 - this.#count)
  }

  segment(marker: number, body: Uint8Array): void {
    this.marker(marker)
    this.#byte((body.length + 2) >> 8)
    this.#byte((body.length + 2) & 0xff)
    for (const byte of body) this.#byte(byte)
  }

  marker(marker: number): void {
    this.#byte(0xff)
    this.#byte(marker)
  }

  flush(): void {
    let written = 0
    while (written < this.#at)
      written += writeSync(this.#file, this.#chunk, written, this.#at - written)
    this.#at = 0
  }

  #byte(byte: number): void {
    if (this.#at === CHUNK) this.flush()
    this.#chunk[this.#at++] = byte
  }
}
