import { selectAll, selectOne } from 'css-select'
import { parse } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

type Node = Htmlparser2TreeAdapterMap['node']
type Element = Htmlparser2TreeAdapterMap['element']
type ParentNode = Htmlparser2TreeAdapterMap['parentNode']

/** A page or an element of it. Selectors are those of CSS, and `:contains("text")`. */
export interface PagePart {
  /** The name of the element, such as `h1`. Undefined for a page. */
  tag: string | undefined
  /** The attributes of the element itself. */
  own: Readonly<Record<string, string>>
  find(selector: string): PagePart | undefined
  findAll(selector: string): PagePart[]
  has(selector: string): boolean
  /** The text of the first such element, without what its fields contain. Undefined if there is none. */
  text(selector?: string): string | undefined
  /** The texts of all such elements, in order. */
  texts(selector: string): string[]
  /** The text of the first such element as it is written, as in `pre` and `script`. Undefined if there is none. */
  lines(selector?: string): string | undefined
  /** The attribute of the first such element. Undefined if there is none. */
  attribute(selector: string, name: string): string | undefined
  /** The attribute of all such elements that have it, in order. */
  attributes(selector: string, name: string): string[]
  /**
   * What the first field with this name contains before anything is typed, or this field itself without a name.
   * Undefined if there is none.
   */
  value(name?: string): string | undefined
}

/**
 * Parses a page as browsers without scripts do.
 * @throws if the HTML is malformed, for example if an end tag or an attribute is not finished
 */
export function parsePage(html: string): PagePart {
  const document = parse(html, {
    treeAdapter: adapter,
    scriptingEnabled: false,
    onParseError: ({ code, startOffset }) => {
      // Control characters that somebody typed.
      if (code.endsWith('-in-input-stream')) return
      throw new Error(`${code} in ${html.slice(Math.max(0, startOffset - 200), startOffset + 50)}`)
    },
  })
  return createPart(document)
}

function createPart(root: ParentNode): PagePart {
  const findAll = (selector: string) => selectAll<Node, Element>(selector, root)
  const find = (selector: string) => selectOne<Node, Element>(selector, root) ?? undefined
  const element = adapter.isElementNode(root) ? root : undefined
  return {
    tag: element?.name,
    own: element?.attribs ?? {},
    find: (selector) => {
      const found = find(selector)
      return found && createPart(found)
    },
    findAll: (selector) => findAll(selector).map(createPart),
    has: (selector) => find(selector) !== undefined,
    text: (selector) => {
      const found = selector === undefined ? root : find(selector)
      return found && readText(found)
    },
    texts: (selector) => findAll(selector).map(readText),
    lines: (selector) => {
      const found = selector === undefined ? root : find(selector)
      return found && collectText(found)
    },
    attribute: (selector, name) => find(selector)?.attribs[name],
    attributes: (selector, name) =>
      findAll(selector)
        .map(({ attribs }) => attribs[name])
        .filter((value) => value !== undefined),
    value: (name) => {
      const field = name === undefined ? element : find(`[name="${name}"]`)
      return field && readValue(field)
    },
  }
}

/** Elements between which a reader sees no space. */
const INLINE = new Set(
  'a abbr b bdi cite code em i kbd mark small span strong sub sup time var'.split(' '),
)

const UNSEEN = new Set(['script', 'style', 'template', 'textarea'])

function readText(element: ParentNode): string {
  return collectText(element)
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .trim()
}

function collectText(parent: ParentNode): string {
  const texts = adapter.getChildNodes(parent).map((child) => {
    if (adapter.isTextNode(child)) return child.data
    if (!adapter.isElementNode(child) || UNSEEN.has(child.name)) return ''
    const text = collectText(child)
    return INLINE.has(child.name) ? text : ` ${text} `
  })
  return texts.join('')
}

function readValue(field: Element): string {
  if (field.name === 'textarea') return collectText(field)
  if (field.name !== 'select') return field.attribs['value'] ?? ''
  const options = selectAll<Node, Element>('option', field)
  const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0]
  return chosen?.attribs['value'] ?? (chosen ? readText(chosen) : '')
}
