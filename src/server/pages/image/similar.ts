import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderPictures, type Picture } from '../parts/pictures.ts'
import type { Visit } from '../visit.ts'

/** The part of an image's page where a script shows the similar pictures, because their search may take long. */
export function renderSimilar({ links, messages }: Visit, { id }: ImageDetail): Html {
  const { similar, showSimilar } = messages.image
  return html`<section class="similar" data-enhance="similar">
    <h2 id="similar">${similar}</h2>
    <p><a href="${links.image(id)}similar/">${showSimilar}</a></p>
  </section>`
}

export interface SimilarContent {
  image: { id: number; title: string }
  /** The most similar first. */
  pictures: readonly Picture[]
}

/** Shows the images that look like an image. */
export function createSimilarPage(visit: Visit, { image, pictures }: SimilarContent): Page {
  const { links, messages } = visit
  const { similar } = messages.image
  return {
    title: `${similar}: ${image.title}`,
    hasPictures: true,
    canonicalUrl: `${links.image(image.id)}similar/`,
    main: html`${renderBreadcrumbs(visit, [{ url: links.image(image.id), name: image.title }])}
      <h1 id="similar">${similar}</h1>
      ${renderPictures(visit, pictures, 'similar', { isAtTop: true })}`,
  }
}
