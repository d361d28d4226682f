/** Receives the events of an XML document in order. Names have no namespace prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close(name: string): void
}

/** Returns the value of an attribute, regardless of its namespace prefix. */
export type Attributes = (name: string) => string | undefined

/** The document cannot be read. The message completes a sentence. */
export class XmlError extends Error {
  override name = 'XmlError'
}

/** Limit of a tag or text in characters. */
const MAX_TOKEN = 1024 ** 2

/**
 * Creates a streaming parser for XML. It decodes the five predefined entities and rejects document type declarations,
 * which could define more.
 * @returns a function that parses the next piece and throws an XmlError if it cannot
 */
export function createXmlReader(handlers: XmlHandlers): (piece: string) => void {
  const unfinished: TagScan = { length: 0, quote: undefined }
  let rest = ''
  return (piece) => {
    const input = rest + piece
    let at = 0
    while (at < input.length) {
      const isTag = input.charCodeAt(at) === LESS_THAN
      const end = isTag ? readTag(input, at, handlers, unfinished) : readText(input, at, handlers)
      if (end < 0) break
      at = end
    }
    rest = input.slice(at)
    if (rest.length > MAX_TOKEN) throw new XmlError('it has a text longer than 1 MB')
  }
}

const LESS_THAN = 0x3c

/** @returns the start of the next token, or -1 if this one is incomplete */
function readText(input: string, start: number, handlers: XmlHandlers): number {
  const end = input.indexOf('<', start)
  if (end < 0) return -1
  if (end - start > MAX_TOKEN) throw new XmlError('it has a text longer than 1 MB')
  handlers.text?.(decodeEntities(input.slice(start, end)))
  return end
}

function readTag(input: string, start: number, handlers: XmlHandlers, unfinished: TagScan): number {
  const second = input[start + 1]
  if (second === '!') return readDeclaration(input, start, handlers)
  const end = findTagEnd(input, start, unfinished)
  if (end < 0) return -1
  if (second === '?') return end
  if (second === '/') handlers.close(removePrefix(input.slice(start + 2, end - 1).trim()))
  else readElement(input.slice(start + 1, end - 1), handlers)
  return end
}

/** Scanned part of an incomplete tag, so that no part is scanned twice. */
interface TagScan {
  /** In characters from the start of the tag. */
  length: number
  /** The open quotation mark at that position. */
  quote: string | undefined
}

/** Returns the position after the `>` that ends the tag, or -1. A quoted `>` does not end it. */
function findTagEnd(input: string, start: number, unfinished: TagScan): number {
  let { quote } = unfinished
  for (let at = start + unfinished.length; at < input.length; at += 1) {
    const character = input[at]
    if (quote !== undefined) {
      if (character === quote) quote = undefined
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') {
      Object.assign(unfinished, { length: 0, quote: undefined })
      return at + 1
    }
  }
  Object.assign(unfinished, { length: input.length - start, quote })
  return -1
}

function readDeclaration(input: string, start: number, handlers: XmlHandlers): number {
  if (input.startsWith('<!--', start)) return findAfter(input, '-->', start + 4)
  if (input.startsWith('<![CDATA[', start)) {
    const end = findAfter(input, ']]>', start + 9)
    if (end >= 0) handlers.text?.(input.slice(start + 9, end - 3))
    return end
  }
  if (input.length - start < 9) return -1
  throw new XmlError('it contains a document type declaration')
}

function findAfter(input: string, end: string, from: number): number {
  const found = input.indexOf(end, from)
  return found < 0 ? -1 : found + end.length
}

function readElement(content: string, handlers: XmlHandlers): void {
  const isEmpty = content.endsWith('/')
  const inside = isEmpty ? content.slice(0, -1) : content
  const nameEnd = inside.search(/\s/)
  const name = removePrefix(nameEnd < 0 ? inside : inside.slice(0, nameEnd))
  handlers.open(name, parseAttributes(nameEnd < 0 ? '' : inside.slice(nameEnd)))
  if (isEmpty) handlers.close(name)
}

function parseAttributes(text: string): Attributes {
  return (name) => {
    if (!text.includes(name)) return undefined
    const match = getAttributePattern(name).exec(text)
    const value = match?.[1] ?? match?.[2]
    return value === undefined ? undefined : decodeEntities(value)
  }
}

/** By the name of the attribute: a sheet asks for the same few in each of its cells. */
const attributePatterns = new Map<string, RegExp>()

function getAttributePattern(name: string): RegExp {
  const known = attributePatterns.get(name)
  if (known) return known
  const pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  attributePatterns.set(name, pattern)
  return pattern
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five predefined entities and those of code points. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all
      const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}
