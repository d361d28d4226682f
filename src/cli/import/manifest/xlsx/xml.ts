import { WorkbookError } from './workbook-error.ts'

/** What stands in the XML, told in order; names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close(name: string): void
}

/** The value of an attribute, whatever its prefix. */
export type Attributes = (name: string) => string | undefined

/** No tag is longer, and no text between two tags: a cell of Excel holds 32,767 characters. */
const MAX_TOKEN = 1024 ** 2

/**
 * Reads XML piece by piece, as workbooks contain it: without a document type, so that no entity can be
 * defined there, and with the five entities that XML itself knows.
 * @returns takes the next piece
 * @throws WorkbookError when called with XML that can't be read
 */
export function createXmlReader(handlers: XmlHandlers): (piece: string) => void {
  const unfinished: TagScan = { length: 0, quote: undefined }
  let rest = ''
  return (piece) => {
    const input = rest + piece
    let at = 0
    while (at < input.length) {
      const isTag = input.charCodeAt(at) === LESS
      const end = isTag ? readTag(input, at, handlers, unfinished) : readText(input, at, handlers)
      if (end < 0) break
      at = end
    }
    rest = input.slice(at)
    if (rest.length > MAX_TOKEN) throw new WorkbookError('it has a cell longer than 1 MB')
  }
}

const LESS = 0x3c

/** @returns where the next token begins, or -1 when this one has not ended yet */
function readText(input: string, start: number, handlers: XmlHandlers): number {
  const end = input.indexOf('<', start)
  if (end < 0) return -1
  if (end - start > MAX_TOKEN) throw new WorkbookError('it has a cell longer than 1 MB')
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

/** How far a tag that has not ended yet was looked through, so that no piece of it is twice. */
interface TagScan {
  /** In characters from where the tag begins. */
  length: number
  /** The quotation mark that is open there. */
  quote: string | undefined
}

/** Just after the `>` that ends the tag: one in quotation marks does not. */
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
  throw new WorkbookError('it contains a document type declaration')
}

function findAfter(input: string, end: string, from: number): number {
  const found = input.indexOf(end, from)
  return found < 0 ? -1 : found + end.length
}

function readElement(content: string, handlers: XmlHandlers): void {
  const closed = content.endsWith('/')
  const inside = closed ? content.slice(0, -1) : content
  const blank = inside.search(/\s/)
  const name = removePrefix(blank < 0 ? inside : inside.slice(0, blank))
  handlers.open(name, parseAttributes(blank < 0 ? '' : inside.slice(blank)))
  if (closed) handlers.close(name)
}

function parseAttributes(text: string): Attributes {
  return (name) => {
    const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(text)
    const value = found?.[1] ?? found?.[2]
    return value === undefined ? undefined : decodeEntities(value)
  }
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
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
