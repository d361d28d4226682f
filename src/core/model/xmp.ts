import { createXmlReader, XmlError } from './xml-reader.ts'

const MAX_VALUES = 1000

/** Each element is compared with those around it, so that deep nesting would take hours. Programs nest some ten. */
const MAX_DEPTH = 100

/**
 * Reads properties of the `rdf:Description` elements of an XMP packet, which are elements or attributes (ISO 16684-1,
 * section 7).
 * @param names without the prefix, which XMP leaves to the program that writes
 * @returns the values of each property that the packet has; that of the default language comes first
 * @throws XmlError if the packet declares a document type, or nests too deeply
 */
export function readXmpProperties<Name extends string>(
  packet: string,
  names: readonly Name[],
): Map<Name, string[]> {
  const values = new Map<Name, string[]>()
  const path: string[] = []
  let text = ''
  let isDefault = false
  const add = (name: Name, value: string, isFirst = false): void => {
    const known = values.get(name) ?? []
    const trimmed = value.trim()
    if (trimmed === '' || known.includes(trimmed) || known.length >= MAX_VALUES) return
    if (isFirst) known.unshift(trimmed)
    else known.push(trimmed)
    values.set(name, known)
  }
  const read = createXmlReader({
    open(name, attribute) {
      if (name === 'Description' && path.at(-1) === 'RDF') {
        for (const property of names) add(property, attribute(property) ?? '')
      }
      if (path.length === MAX_DEPTH) throw new XmlError('its elements are nested too deeply')
      path.push(name)
      text = ''
      isDefault = name === 'li' && attribute('lang') === 'x-default'
      const property = findProperty(path, names)
      if (property !== undefined) add(property, attribute('resource') ?? '')
    },
    text(piece) {
      text += piece
    },
    close() {
      const property = findProperty(path, names)
      if (property !== undefined) add(property, text, isDefault)
      path.pop()
      text = ''
    },
  })
  read(packet)
  return values
}

/** Finds the property that the text of an element belongs to: the element itself, or the list that it is an item of. */
function findProperty<Name extends string>(
  path: readonly string[],
  names: readonly Name[],
): Name | undefined {
  const top = path.lastIndexOf('RDF')
  if (top < 0 || path[top + 1] !== 'Description') return undefined
  const [name, list, item, ...deeper] = path.slice(top + 2)
  const isItem = list !== undefined && /^(?:Alt|Bag|Seq)$/.test(list) && item === 'li'
  const isProperty = list === undefined || (isItem && deeper.length === 0)
  return isProperty ? names.find((property) => property === name) : undefined
}
