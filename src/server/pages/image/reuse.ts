import { html, type Html } from '../../../core/base/html.ts'
import { isLink } from '../../../core/model/text.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import { presentFrame } from '../../presenters/oembed.ts'
import { IIIF_LOGO } from '../parts/iiif-logo.ts'
import type { Visit } from '../visit.ts'
import { formatBibtex, formatCredit, formatWork } from './credit.ts'

/** The credit line and citations, ready to copy, and the files and data. */
export function renderReuse(visit: Visit, content: PresentedImagePage): Html {
  const { image, isPublic } = content
  const { links, messages, siteName } = visit
  const names = messages.image
  const url = links.image(image.id)
  return html`<section class="reuse" aria-labelledby="reuse">
    <h2 id="reuse">${names.reuse}</h2>
    <div class="columns">
      <div>
        ${renderCopy(visit, { id: 'credit', label: names.credit, text: formatCredit(content) })}
        ${renderCopy(visit, {
          id: 'citation',
          label: names.citation,
          text: names.cited(formatWork(content), siteName, url),
        })}
        ${
          isPublic &&
          renderCopy(visit, {
            id: 'embed',
            label: names.embed,
            text: presentFrame(links, content).html,
          })
        }
        <details>
          <summary>BibTeX</summary>
          ${renderCopy(visit, {
            id: 'bibtex',
            label: names.bibtex,
            text: formatBibtex(content, url),
            rows: 7,
          })}
        </details>
      </div>
      ${renderDownloads(visit, content)}
    </div>
  </section>`
}

interface Copy {
  id: string
  label: string
  text: string
  rows?: number
}

function renderCopy({ messages }: Visit, { id, label, text, rows = 3 }: Copy): Html {
  const { copy, copied } = messages.image
  return html`<label for="${id}">${label}</label>
    <div class="copy" data-enhance="copy" data-copy="${copy}" data-copied="${copied}">
      <textarea id="${id}" readonly rows="${rows}" dir="auto">${text}</textarea>
    </div>`
}

function renderDownloads(visit: Visit, content: PresentedImagePage): Html {
  const { image, isPublic, originalUrl, manifestUrl } = content
  const names = visit.messages.image
  const { permalink, original_url: record, detail_url } = image
  const files: [url: string | null, name: string | Html, use?: string][] = [
    [originalUrl, names.original, describeSize(visit, content)],
    [permalink === originalUrl ? null : permalink, names.upright, names.uprightUse],
    [isLink(record) ? record : null, names.record],
    [
      isPublic ? dragUrl(manifestUrl) : null,
      html`${IIIF_LOGO} ${names.manifest}`,
      names.manifestUse,
    ],
    [isPublic ? detail_url : null, 'JSON', visit.messages.lists.jsonUse],
  ]
  return html`<div>
    <h3>${names.downloads}</h3>
    <ul class="files">
      ${files.map(
        ([url, name, use = '']) =>
          url !== null && html`<li><a href="${url}">${name}</a>${use !== '' && `, ${use}`}</li>`,
      )}
    </ul>
  </div>`
}

/**
 * The address of a manifest, from which viewers also learn it when the link is dragged into them: by its query, as many do,
 * or by requesting it (Content State API 1.0, 3.4).
 */
function dragUrl(manifestUrl: string): string {
  const query = { manifest: manifestUrl, 'iiif-content': manifestUrl }
  return `${manifestUrl}?${new URLSearchParams(query).toString()}`
}

function describeSize({ language, messages }: Visit, { picture }: PresentedImagePage): string {
  if (!picture?.size) return ''
  const { width, height } = picture.size
  return messages.image.pixels(width.toLocaleString(language), height.toLocaleString(language))
}
