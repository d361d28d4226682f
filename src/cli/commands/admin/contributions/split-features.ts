/** A JSON object of a file, as text, with the line on which it starts. Only the last one can be malformed. */
export interface SplitObject {
  line: number
  text: string
  /** Problem with the file at this point; nothing can be read after it. */
  problem?: string
}

/** The longest feature, in characters: more than a polygon with the most positions takes. */
const MAX_FEATURE = 2 * 1024 ** 2

/** Longer keys than `features` are not kept whole. */
const MAX_KEY = 20

/** RFC 8142: may precede each feature of a GeoJSON text sequence. */
export const RECORD_SEPARATOR = '\u001e'

/**
 * Splits GeoJSON into its features without holding the file in memory: those of a FeatureCollection, or Features one
 * after another.
 */
export async function* splitFeatures(chunks: AsyncIterable<string>): AsyncGenerator<SplitObject> {
  const scanner = new FeatureScanner()
  for await (const chunk of chunks) {
    for (const char of chunk) {
      const ended = scanner.read(char)
      if (ended) yield ended
      if (ended?.problem !== undefined) return
    }
  }
  const last = scanner.end()
  if (last) yield last
}

/** Reads JSON one character at a time, as far as needed to find where objects begin and end. */
class FeatureScanner {
  #line = 1
  #depth = 0
  /** Depth inside the features array; 0 outside of it. */
  #featuresDepth = 0
  #isInString = false
  #isEscaped = false
  #string = ''
  /** The last key of the root object. */
  #key = ''
  #object: SplitObject | undefined

  /** @returns the object that ends with this character, or a problem */
  read(char: string): SplitObject | undefined {
    if (char === '\n') this.#line += 1
    if (this.#depth === 0 && char !== '{') {
      if (char === RECORD_SEPARATOR || /\s/.test(char)) return undefined
      return this.#stop('This is not GeoJSON: an object is expected.')
    }
    const ended = this.#isInString ? this.#readString(char) : this.#readStructure(char)
    if (ended || !this.#object) return ended
    this.#object.text += char
    if (this.#object.text.length <= MAX_FEATURE) return undefined
    return this.#stop('This feature is longer than 2 MB.')
  }

  /** @returns a problem if the file ends too early */
  end(): SplitObject | undefined {
    if (this.#depth === 0) return undefined
    return this.#stop('The file ends inside an object. Is it complete?')
  }

  #stop(problem: string): SplitObject {
    return { line: this.#line, text: '', problem }
  }

  #readString(char: string): undefined {
    if (this.#isEscaped) this.#isEscaped = false
    else if (char === '\\') this.#isEscaped = true
    else if (char === '"') this.#isInString = false
    else if (this.#depth === 1 && this.#string.length < MAX_KEY) this.#string += char
  }

  #readStructure(char: string): SplitObject | undefined {
    if (char === '{' || char === '[') this.#open(char)
    else if (char === '}' || char === ']') return this.#close()
    else if (char === '"') this.#beginString()
    else if (this.#depth === 1 && char === ':') this.#key = this.#string
    else if (this.#depth === 1 && char === ',') this.#key = ''
    return undefined
  }

  #beginString(): void {
    this.#isInString = true
    this.#string = ''
  }

  #open(char: string): void {
    this.#depth += 1
    if (char === '[' && this.#depth === 2 && this.#key === 'features') {
      this.#featuresDepth = 2
      this.#object = undefined
    }
    const isFeature = char === '{' && this.#featuresDepth > 0 && this.#depth === 3
    if (isFeature || this.#depth === 1) this.#object = { line: this.#line, text: '' }
  }

  #close(): SplitObject | undefined {
    this.#depth -= 1
    if (this.#depth < this.#featuresDepth) this.#featuresDepth = 0
    if (!this.#object || this.#depth !== this.#featuresDepth) return undefined
    const { line, text } = this.#object
    this.#object = undefined
    return { line, text: `${text}}` }
  }
}
