import { damaged } from '../decoder-failure.ts'
import type { HuffmanTable } from './huffman-table.ts'
import type { JpegBytes } from './jpeg-bytes.ts'

/**
 * The bits of a scan: T.81 F.2.2. A zero byte after 0xFF is left out, and a marker ends the scan: what is read beyond
 * it is zero, and counts as damage when it is used.
 */
export class BitReader {
  readonly #bytes: JpegBytes
  #bits = 0
  #count = 0
  #invented = 0
  #isOver = false

  constructor(bytes: JpegBytes) {
    this.#bytes = bytes
  }

  /** True when bits were used that the file does not have. */
  get isOverdrawn(): boolean {
    return this.#count < this.#invented
  }

  /** So many bits, at most 16, as a number. */
  take(count: number): number {
    this.#fill(count)
    this.#count -= count
    return (this.#bits >>> this.#count) & ((1 << count) - 1)
  }

  /** A value of so many bits with its sign: T.81 F.2.2.1, EXTEND. */
  takeSigned(count: number): number {
    if (count === 0) return 0
    const value = this.take(count)
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
  }

  decode(table: HuffmanTable): number {
    this.#fill(16)
    const found = table.lookup[(this.#bits >>> (this.#count - 16)) & 0xffff] ?? 0
    if (found === 0) throw damaged('a code that no table has')
    this.#count -= found >> 8
    return found & 0xff
  }

  /** Begins anew behind a restart marker; false when there is none. */
  restart(): boolean {
    this.#bits = 0
    this.#count = 0
    this.#invented = 0
    this.#isOver = false
    const from = this.#bytes.position
    if (this.#bytes.next() === 0xff) {
      let marker = this.#bytes.next()
      while (marker === 0xff) marker = this.#bytes.next()
      if (marker >= 0xd0 && marker <= 0xd7) return true
    }
    this.#bytes.position = from
    return false
  }

  #fill(count: number): void {
    while (this.#count < count) {
      this.#bits = (this.#bits << 8) | this.#nextByte()
      this.#count += 8
    }
  }

  #nextByte(): number {
    const byte = this.#isOver ? -1 : this.#bytes.next()
    if (byte === 0xff) return this.#afterEscape()
    if (byte >= 0) return byte
    return this.#invent()
  }

  #afterEscape(): number {
    const marker = this.#bytes.next()
    if (marker === 0) return 0xff
    this.#bytes.position -= marker < 0 ? 1 : 2
    return this.#invent()
  }

  #invent(): number {
    this.#isOver = true
    this.#invented += 8
    return 0
  }
}
