import { createXmlReader, XmlError } from '../../../core/model/xml-reader.ts'
import { unreadable } from '../problem.ts'

/** An element of an XML document. Names have no namespace prefix. */
export interface XmlElement {
  name: string
  /** Returns an attribute regardless of its prefix. */
  attribute: (name: string) => string | undefined
  children: XmlElement[]
  /** The text directly within the element. */
  text: string
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 1_000_000

/**
 * Parses a document whose size is bounded.
 * @returns its root
 * @throws CatalogError code `harvest.xml` if it is cut off, nests too deeply or is no XML
 */
export function parseXml(text: string, url: string): XmlElement {
  const top: XmlElement = { name: '', attribute: () => undefined, children: [], text: '' }
  const open = [top]
  let elements = 0
  const read = createXmlReader({
    open(name, attribute) {
      const element = { name, attribute, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
      elements += 1
      if (open.length > MAX_DEPTH) throw new XmlError('it nests elements too deeply')
      if (elements > MAX_ELEMENTS) throw new XmlError('it has too many elements')
    },
    text(piece) {
      const element = open.at(-1)
      if (element) element.text += piece
    },
    close(name) {
      const element = open.pop()
      if (element?.name !== name) throw new XmlError(`</${name}> ends no element that is open`)
    },
  })
  try {
    read(text)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw unreadable('xml', url, `cannot be read, because ${error.message}`)
  }
  const [root] = top.children
  if (root === undefined) throw unreadable('xml', url, 'is no XML document')
  if (open.length > 1) throw unreadable('xml', url, 'is cut off')
  return root
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function listChildren(element: XmlElement | undefined, ...names: string[]): XmlElement[] {
  return element?.children.filter(({ name }) => names.includes(name)) ?? []
}

/** Returns the texts of the children with a name, without blank ones. */
export function readChildTexts(element: XmlElement | undefined, ...names: string[]): string[] {
  return listChildren(element, ...names)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
}
