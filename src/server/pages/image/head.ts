import { html, type Html } from '../../../core/base/html.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import type { Visit } from '../visit.ts'
import { formatCredit } from './credit.ts'
import { describeImageObject } from './image-object.ts'

/** Search engines and other sites show no more. */
const START = /^[^]{0,300}/v

/** For search engines (schema.org), for previews in other sites (Open Graph, oEmbed), and for IIIF viewers. */
export function renderHead(visit: Visit, content: PresentedImagePage): Html {
  const { links, siteName } = visit
  const { image, picture, manifestUrl } = content
  const url = links.image(image.id)
  const oembed = links.base(`/oembed/?${new URLSearchParams({ url }).toString()}`)
  const description = describe(content)
  return html`<link rel="alternate" type="application/json" href="${image.detail_url}" />
    <link rel="alternate" type="application/ld+json" href="${manifestUrl}" />
    <link rel="alternate" type="application/json+oembed" href="${oembed}" title="${image.title}" />
    <meta name="description" content="${description}" />
    <meta property="og:type" content="article" />
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:title" content="${image.title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    ${
      picture &&
      html`<meta property="og:image" content="${picture.url}" />
        <meta property="og:image:alt" content="${image.title}" />
        <meta name="twitter:card" content="summary_large_image" />`
    }
    ${renderJsonLd(describeImageObject(visit, content))}`
}

function describe(content: PresentedImagePage): string {
  const { image } = content
  if (image.description === '') return formatCredit(content)
  const [start = ''] = START.exec(image.description) ?? []
  return start === image.description ? start : `${start.trimEnd()}…`
}
