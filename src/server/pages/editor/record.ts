import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Most characters and lines of a description that is shown whole. A longer one is folded. */
const SHOWN = { characters: 200, lines: 4 }

/** Shows what the archive says of an image, next to its picture: description, date as recorded, and subjects. */
export function renderRecord(visit: Visit, image: ImageDetail): Html | null {
  const { date_display: date, original_date: recorded, subjects, scale } = image
  const { image: names } = visit.messages
  const facts: [name: string, value: string | Html | readonly Html[] | null][] = [
    [names.recordedDate, recorded === date ? null : recorded],
    [names.scale, scale],
    [names.subjects, subjects.length > 0 ? renderSubjects(visit, subjects) : null],
  ]
  const shown = facts.filter(([, value]) => value !== null && value !== '')
  if (image.description === '' && shown.length === 0) return null
  return html`<div class="editor-record">
    ${image.description !== '' && renderDescription(image.description)}
    ${
      shown.length > 0 &&
      html`<dl>
        ${shown.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd dir="auto">${value}</dd>
            </div>`,
        )}
      </dl>`
    }
  </div>`
}

function renderDescription(description: string): Html {
  const beginning = description.split('\n', SHOWN.lines).join('\n').slice(0, SHOWN.characters)
  if (beginning === description) return html`<p class="description" dir="auto">${description}</p>`
  // At the end of a word, or at least not within a surrogate pair.
  const whole = beginning.replace(/(?:\s\S{0,30}|[\u{D800}-\u{DBFF}])$/v, '')
  return html`<details>
    <summary dir="auto">${whole} …</summary>
    <p class="description" dir="auto">${description.slice(whole.length).trimStart()}</p>
  </details>`
}

function renderSubjects({ links }: Visit, subjects: ImageDetail['subjects']): Html[] {
  return subjects.map(
    ({ slug, title }, index) =>
      html`${index > 0 && ' · '}<a href="${links.base(`/subjects/${slug}/`)}"
          ><bdi>${title}</bdi></a
        >`,
  )
}
