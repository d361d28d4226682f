import { formatTimestamp, type Micros } from '../../core/clock.ts'
import { html, type Html } from '../../core/html.ts'
import type { ImageRow } from '../../core/queries/images.ts'
import type { Links } from '../links.ts'
import { xml } from '../xml.ts'
import { presentImage } from './image.ts'

export interface FeedContent {
  siteName: string
  /** Newest first. */
  images: readonly ImageRow[]
}

const EPOCH: Micros = 0

/** An Atom feed of the newest images (RFC 4287). The address of an image's page is its id. */
export function presentAtomFeed({ siteName, images }: FeedContent, links: Links): Html {
  const home = links.base('/')
  return xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${home}</id>
<title>${siteName}</title>
<updated>${formatTimestamp(images[0]?.created_at ?? EPOCH)}</updated>
<link rel="self" type="application/atom+xml" href="${links.base('/feed.atom')}"/>
<link rel="alternate" type="text/html" href="${home}"/>
<generator>catalog</generator>
${images.map((image) => renderEntry(image, links))}</feed>
`
}

function renderEntry(row: ImageRow, links: Links): Html {
  const { id, title, thumbnail, creator, date_display, collection } = presentImage(row, links)
  const url = links.image(id)
  const time = formatTimestamp(row.created_at)
  const content = html`${
      thumbnail !== null &&
      html`<p>
        <a href="${url}"><img src="${thumbnail}" alt="${title}" /></a>
      </p>`
    }
    <p>${[date_display, collection.name].filter((text) => text !== '').join(' · ')}</p>`
  return xml`<entry>
<id>${url}</id>
<title>${title}</title>
<published>${time}</published>
<updated>${time}</updated>
<author><name>${creator || collection.source_name}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="html">${content.text}</content>
</entry>
`
}
