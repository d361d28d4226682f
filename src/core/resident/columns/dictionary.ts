/** Dictionary encoding: a text that many rows share is stored, and searched, once. */
export interface Dictionary {
  /** Returns the number of a text, from 1; 0 for null. Adds new texts. */
  getNumber(text: string | null): number
  /** Returns 1 for each number whose text contains the part, else 0. Number 0 never matches. */
  findContaining(part: string): Uint8Array
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>()
  return {
    getNumber(text) {
      if (text === null) return 0
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size + 1)
      return numbers.size
    },
    findContaining(part) {
      const found = new Uint8Array(numbers.size + 1)
      for (const [text, number] of numbers) if (text.includes(part)) found[number] = 1
      return found
    },
  }
}
