/** Characters with the same upper bits: about a Unicode block. */
const BLOCK_BITS = 7
/** Bits of a set of scripts. A prime, so that neighboring blocks and similar ones get different bits. */
const BITS = 31

/**
 * Returns the scripts of a word as bits: one for each block of characters other than ASCII, though several blocks share
 * a bit. 0 for a word in ASCII.
 */
export function findScripts(word: string): number {
  let scripts = 0
  for (let at = 0; at < word.length; at++) {
    const block = word.charCodeAt(at) >> BLOCK_BITS
    if (block > 0) scripts |= 1 << (block % BITS)
  }
  return scripts
}
