import { Buffer } from '../memory'

const FIRST_STAMP: u32 = 1
const MAX_STAMP: u32 = 0xf000_0000

/**
 * Remembers where each of many things occurred last. A stamp is the number of a position. Each use takes a range of numbers
 * greater than all before, so that nothing need be cleared: smaller stamps are from earlier uses.
 */
@unmanaged
export class Stamps {
  private stamps: Buffer = new Buffer()
  private next: u32 = FIRST_STAMP

  /** Takes a range of stamps for things with numbers below `size`. @returns the first stamp */
  take(count: u32, size: u32): u32 {
    this.stamps.extend(4 * size)
    if (this.next > MAX_STAMP) {
      memory.fill(this.stamps.start, 0, this.stamps.length)
      this.next = FIRST_STAMP
    }
    const first = this.next
    this.next += count
    return first
  }

  get(thing: u32): u32 {
    return load<u32>(this.stamps.start + 4 * thing)
  }

  /** Sets a stamp; 0 clears it. */
  set(thing: u32, stamp: u32): void {
    store<u32>(this.stamps.start + 4 * thing, stamp)
  }

  /** The address of the stamps, 32 bits each. It is valid until the next `take`. */
  get start(): usize {
    return this.stamps.start
  }
}
