import { deepEqual, ok } from 'node:assert/strict'
import { createXmlReader } from '../../src/core/model/xml-reader.ts'

/** Parses an XML document, which has to be well-formed. @returns the texts of the elements of this name, in order */
export function readXml(text: string, wanted: string): string[] {
  ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<'))
  ok(!/[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text))
  const open: string[] = []
  const found: string[] = []
  const readPiece = createXmlReader({
    open: (name) => {
      open.push(name)
      if (name === wanted) found.push('')
    },
    text: (piece) => {
      if (open.at(-1) === wanted) found.push((found.pop() ?? '') + piece)
    },
    close: (name) => deepEqual(open.pop(), name),
  })
  readPiece(text)
  deepEqual(open, [])
  return found
}
