import { html, type Html } from '../../../core/base/html.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import type { Preview } from '../parts/preview.ts'
import type { Visit } from '../visit.ts'
import { formatCredit } from './credit.ts'
import { describeImageObject } from './image-object.ts'

/** For search engines (schema.org), for other sites (oEmbed), and for IIIF viewers. */
export function renderHead(visit: Visit, content: PresentedImagePage): Html {
  const { links } = visit
  const { image, manifestUrl } = content
  const url = links.image(image.id)
  const oembed = links.base(`/oembed/?${new URLSearchParams({ url }).toString()}`)
  return html`<link rel="alternate" type="application/json" href="${image.detail_url}" />
    <link rel="alternate" type="application/ld+json" href="${manifestUrl}" />
    <link rel="alternate" type="application/json+oembed" href="${oembed}" title="${image.title}" />
    ${renderJsonLd(describeImageObject(visit, content))}`
}

export function createPreview(content: PresentedImagePage): Preview {
  const { image, picture } = content
  return {
    description: image.description === '' ? formatCredit(content) : image.description,
    picture: picture ? { url: picture.url, alt: image.title } : undefined,
    isArticle: true,
  }
}
