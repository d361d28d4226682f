import { html, type Html } from '../../core/base/html.ts'
import type { Reply } from './reply.ts'

/** Creates XML markup and escapes every value that is not markup. `html` uses only entities that XML has, too. */
export const xml = html

/** Characters that XML 1.0 does not allow, not even escaped (section 2.2). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * 200 with an XML document.
 * @param headers at least `Content-Type`
 */
export function xmlDocument(root: Html, headers: Reply['headers']): Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${root.text.replaceAll(FORBIDDEN, '\ufffd')}`
  return { status: 200, body, headers }
}
