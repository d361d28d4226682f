import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import { isHttpUrl } from '../../../core/model/text.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { isSignedIn, type Visit } from '../visit.ts'

/** What is known of the image besides the date and the creator, which stand above. */
export function renderFacts(visit: Visit, { image, source }: PresentedImagePage): Html {
  const { links, messages } = visit
  const { collection, date_display: date, original_date: recorded, license } = image
  const names = messages.image
  // Signed-in users have the subjects in a form below.
  const hasSubjects = image.subjects.length > 0 && !isSignedIn(visit)
  const facts: [name: string, value: string | Html | null][] = [
    [names.recordedDate, recorded === date ? null : recorded],
    [names.source, renderLink(links.base(`/sources/${source.slug}/`), source.name)],
    [names.collection, renderLink(links.base(`/collections/${collection.id}/`), collection.name)],
    [names.scale, image.scale],
    [names.license, license && renderLicense(license)],
    [names.number, `#${image.id}`],
    [names.subjects, hasSubjects ? renderSubjects(visit, image) : null],
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        value !== null &&
        value !== '' &&
        html`<div>
          <dt>${name}</dt>
          <dd dir="auto">${value}</dd>
        </div>`,
    )}
  </dl>`
}

function renderLicense({ display_name, permalink }: NonNullable<ImageDetail['license']>): Html {
  return isHttpUrl(permalink)
    ? html`<a href="${permalink}" rel="license">${display_name}</a>`
    : html`${display_name}`
}

function renderSubjects({ links }: Visit, { subjects }: ImageDetail): Html {
  return html`<ul class="chips">
    ${subjects.map(
      ({ slug, title }) => html`<li>${renderLink(links.base(`/subjects/${slug}/`), title)}</li>`,
    )}
  </ul>`
}

function renderLink(url: string, text: string): Html {
  return html`<a href="${url}" dir="auto">${text}</a>`
}
