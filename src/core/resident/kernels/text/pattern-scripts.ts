import { Buffer } from '../memory'
import { getTrigramScripts } from './vocabulary'

/**
 * The scripts of a pattern. They tell which words and rows share too few trigrams with it, without reading their trigrams: a
 * text in one script matches no pattern in another.
 */
@unmanaged
export class PatternScripts {
  /** The distinct sets of scripts of the trigrams, and how many trigrams have each set: 32 bits each. */
  private groups: Buffer = new Buffer()
  /** The scripts of all trigrams. */
  private all: u32 = 0
  private hasAscii: bool = false
  private needed: u32
  /** The answer of `canReach` for the last scripts, as it is the same for most rows. */
  private lastScripts: u32 = 0
  private lastAnswer: bool = false

  /** @param needed number of trigrams of the pattern that a text must have to match */
  constructor(trigrams: usize, count: u32, needed: u32) {
    this.needed = needed
    for (let n: u32 = 0; n < count; n++) this.add(getTrigramScripts(load<u32>(trigrams + 4 * n)))
    this.lastAnswer = this.countIn(0) >= needed
  }

  free(): void {
    this.groups.free()
    heap.free(changetype<usize>(this))
  }

  /** Tells whether a word with these scripts may have a trigram of the pattern. */
  canShare(scripts: u32): bool {
    return this.hasAscii || (scripts & this.all) !== 0
  }

  /** Tells whether texts with these scripts may have as many trigrams of the pattern as needed. */
  canReach(scripts: u32): bool {
    if (scripts !== this.lastScripts) {
      this.lastScripts = scripts
      this.lastAnswer = this.countIn(scripts) >= this.needed
    }
    return this.lastAnswer
  }

  private add(scripts: u32): void {
    this.all |= scripts
    if (scripts === 0) this.hasAscii = true
    const end = this.groups.start + this.groups.length
    for (let group = this.groups.start; group < end; group += 8) {
      if (load<u32>(group) !== scripts) continue
      store<u32>(group, load<u32>(group, 4) + 1, 4)
      return
    }
    const group = this.groups.append(8)
    store<u32>(group, scripts)
    store<u32>(group, 1, 4)
  }

  /** Returns how many trigrams of the pattern have no other scripts. */
  private countIn(scripts: u32): u32 {
    let count: u32 = 0
    const end = this.groups.start + this.groups.length
    for (let group = this.groups.start; group < end; group += 8) {
      if ((load<u32>(group) & ~scripts) === 0) count += load<u32>(group, 4)
    }
    return count
  }
}
