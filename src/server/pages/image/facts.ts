import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { isLink } from '../../../core/model/text.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { formatDay } from '../day.ts'
import { isSignedIn, type Visit } from '../visit.ts'

/** Renders the metadata of the image, except the date and the creator, which stand above. */
export function renderFacts(visit: Visit, { image, source, capture }: PresentedImagePage): Html {
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
    [names.file, capture && describeCapture(visit, capture)],
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

/** The page's own date is that of the picture, not of its file. */
function describeCapture(
  { language, messages: { image } }: Visit,
  { camera, day }: NonNullable<PresentedImagePage['capture']>,
): string {
  const date = day === null ? '' : formatDay(language, day, 'long')
  if (camera === null) return image.capturedOn(date)
  return day === null ? image.capturedWith(camera) : image.capturedWithOn(camera, date)
}

function renderLicense({ display_name, permalink }: NonNullable<ImageDetail['license']>): Html {
  return isLink(permalink)
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
