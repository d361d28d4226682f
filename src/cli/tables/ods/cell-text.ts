import type { Attributes } from '../../../core/model/xml-reader.ts'
import { WorkbookError } from '../workbook-error.ts'

/** Collects the text that a cell shows. */
export interface TextReader {
  open(name: string, attributes: Attributes): void
  text(piece: string): void
  /** @returns false if the cell itself is closed */
  close(): boolean
  /** Undefined for a cell without paragraphs. */
  result(): string | undefined
}

/** Elements of a paragraph whose text belongs to it. Notes and drawings do not. */
const INLINE = ['span', 'a', 'ruby', 'ruby-base', 'meta', 'meta-field', 's', 'tab', 'line-break']

const BREAKS: Partial<Record<string, string>> = { tab: '\t', 'line-break': '\n' }

/** Reads the paragraphs of a cell, without its annotation and drawings, up to a number of characters. */
export function createTextReader(maxCharacters: number): TextReader {
  const paragraphs: string[] = []
  let characters = 0
  let depth = 0
  /** Depth of the outermost element whose text is left out. */
  let skipped = Infinity
  const append = (piece: string): void => {
    characters += piece.length
    if (characters > maxCharacters) throw new WorkbookError('it has a row longer than 1 MB')
    paragraphs.push((paragraphs.pop() ?? '') + piece)
  }
  return {
    open(name, attribute) {
      depth += 1
      if (depth > skipped) return
      const isText = depth === 1 ? name === 'p' : isInline(name)
      if (!isText) skipped = depth
      else if (depth === 1) paragraphs.push('')
      else if (name === 's') append(readSpaces(attribute, maxCharacters))
      else if (BREAKS[name] !== undefined) append(BREAKS[name])
    },
    text(piece) {
      // White space of the file is one space; further ones are elements.
      if (depth > 0 && depth < skipped) append(piece.replace(/[ \t\r\n]+/g, ' '))
    },
    close() {
      if (depth === skipped) skipped = Infinity
      depth -= 1
      return depth >= 0
    },
    result: () => (paragraphs.length === 0 ? undefined : paragraphs.join('\n')),
  }
}

function isInline(name: string): boolean {
  return INLINE.includes(name)
}

function readSpaces(attribute: Attributes, maxCharacters: number): string {
  const count = Number(attribute('c') ?? 1)
  if (count > maxCharacters) throw new WorkbookError('it has a row longer than 1 MB')
  return ' '.repeat(Number.isSafeInteger(count) ? Math.max(0, count) : 1)
}
