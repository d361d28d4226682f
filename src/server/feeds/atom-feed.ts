import { formatTimestamp, type Micros } from '../../core/base/clock.ts'
import type { Html } from '../../core/base/html.ts'
import type { Visit } from '../pages/visit.ts'
import { xml } from '../http/xml.ts'
import { feedUrl } from './feed-url.ts'

export interface Feed {
  title: string
  /** Path of the page that shows the same, below the base URL. The feed is below it. */
  pagePath: string
  entries: readonly FeedEntry[]
}

export interface FeedEntry {
  /** A URL that never changes and that no other entry has. */
  id: string
  /** Text, or markup. */
  title: string | Html
  /** URL of the page that the entry leads to. */
  url: string
  at: Micros
  /** When it last changed; `at` by default. */
  updatedAt?: Micros | undefined
  author: string
  content: Html
}

/** Maximum number of entries in a feed. */
export const MAX_ENTRIES = 30

const EPOCH: Micros = 0

/** Renders an Atom feed (RFC 4287) of the newest entries, in the language of the visit. */
export function renderAtomFeed(visit: Visit, { title, pagePath, entries }: Feed): Html {
  const page = visit.links.base(pagePath)
  const newest = entries.toSorted((one, other) => other.at - one.at).slice(0, MAX_ENTRIES)
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}">
<id>${page}</id>
<title>${title}</title>
<updated>${formatTimestamp(Math.max(EPOCH, ...newest.map(findUpdate)))}</updated>
<link rel="self" type="application/atom+xml" href="${feedUrl(visit, pagePath)}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<generator>catalog</generator>
${newest.map(renderEntry)}</feed>
`
}

function findUpdate({ at, updatedAt = at }: FeedEntry): Micros {
  return updatedAt
}

function renderEntry(entry: FeedEntry): Html {
  const { id, title, url, at, author, content } = entry
  return xml`<entry>
<id>${id}</id>
${typeof title === 'string' ? xml`<title>${title}</title>` : xml`<title type="html">${title.text}</title>`}
<published>${formatTimestamp(at)}</published>
<updated>${formatTimestamp(findUpdate(entry))}</updated>
<author><name>${author}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="html">${content.text}</content>
</entry>
`
}
