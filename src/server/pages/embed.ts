import { html, type Html } from '../../core/base/html.ts'
import { isLink } from '../../core/model/text.ts'
import type { PicturedImage } from '../presenters/image-page.ts'
import type { Page } from './layout.ts'
import { pictureSourceSet } from './parts/thumbnail.ts'
import type { Visit } from './visit.ts'

/** An image with its caption and credit, for a frame of another site. Its links open outside of the frame. */
export function createEmbedPage(visit: Visit, page: PicturedImage): Page {
  const { links, siteName, messages } = visit
  const { image, picture } = page
  const url = links.image(image.id)
  return {
    title: image.title,
    hasPictures: true,
    isEmbedded: true,
    canonicalUrl: url,
    head: html`<meta name="robots" content="noindex" /> <base target="_blank" />`,
    main: html`<a href="${url}" class="picture"
        >${
          picture
            ? html`<img
                src="${picture.url}"
                srcset="${pictureSourceSet(picture.thumbnailUrl, picture.url)}"
                sizes="100vw"
                alt="${image.title}"
                fetchpriority="high"
              />`
            : html`<span class="nothing"><span class="unseen">${image.title}</span></span>`
        }</a
      >
      <h1 dir="auto">${image.title}</h1>
      <p class="soft" dir="auto">${renderCredit(page)}</p>
      <p><a href="${url}">${messages.embed.seeOn(siteName)}</a></p>`,
  }
}

/** Date, creator, source and license, each only if it is known. */
function renderCredit({ image }: PicturedImage): Html[] {
  const { date_display, creator, collection, license } = image
  const texts = [date_display, creator, collection.source_name].filter((text) => text !== '')
  const parts = texts.map((text) => html`<span>${text}</span> `)
  if (license === null) return parts
  const { display_name: name, permalink } = license
  const shown = isLink(permalink)
    ? html`<a href="${permalink}" rel="license">${name}</a>`
    : html`${name}`
  return [...parts, html`<span>${shown}</span>`]
}
