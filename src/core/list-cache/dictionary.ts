/** Texts by number: what many rows share is kept, and searched, once. */
export interface Dictionary {
  /** The number of a text, from 1 on; 0 is for none. */
  numberOf(text: string | null): number
  /** For every number 1 when its text holds the part, else 0; 0 never does. */
  containing(part: string): Uint8Array
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>()
  return {
    numberOf(text) {
      if (text === null) return 0
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size + 1)
      return numbers.size
    },
    containing(part) {
      const found = new Uint8Array(numbers.size + 1)
      for (const [text, number] of numbers) if (text.includes(part)) found[number] = 1
      return found
    },
  }
}
