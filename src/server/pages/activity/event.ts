import type { ActivityEvent } from '../../../core/contract/activity.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { ShownEvent } from '../../presenters/shown-event.ts'
import { renderContributorName } from '../display-name.ts'
import type { Visit } from '../visit.ts'

type DataOf<Type extends ActivityEvent['type']> = Extract<ActivityEvent, { type: Type }>['data']
type GroupImage = DataOf<'georeference_group'>['images'][number]

const MAX_THUMBNAILS = 8

/** @param when the time of the event, in words; by default the time of day */
export function renderEvent(
  visit: Visit,
  shown: ShownEvent,
  when = shown.event.timestamp.slice(11, 16),
): Html {
  const { timestamp } = shown.event
  return html`<li>
    <time datetime="${timestamp}" class="soft">${when}</time>
    <div>
      <p>${renderSentence(visit, shown)}</p>
      ${renderDetails(visit, shown)}
    </div>
  </li>`
}

/** Says what happened, with links. */
export function renderSentence(visit: Visit, shown: ShownEvent): Html {
  const { links, language, messages } = visit
  const { activity } = messages
  const { event, userUrl } = shown
  switch (event.type) {
    case 'georeference_group':
      return activity.placed(renderUser(visit, event.data.user, userUrl), event.data.count)
    case 'comment': {
      const { user, image_id, image_title } = event.data
      const image = html`<a href="${links.image(image_id)}" dir="auto">${image_title}</a>`
      return activity.commented(renderUser(visit, user, userUrl), image)
    }
    case 'user_milestone': {
      const { user, count } = event.data
      return activity.userMilestone(
        renderUser(visit, user, userUrl),
        count.toLocaleString(language),
      )
    }
    case 'sitewide_milestone':
      return activity.siteMilestone(event.data.count.toLocaleString(language))
    case 'subject_introduction':
      return renderIntroduction(visit, shown, event.data)
    case 'subject_activity_group':
      return renderTagging(visit, shown, event.data)
    default: {
      const { collection_id, collection_name } = event.data
      const url = links.base(`/collections/${collection_id}/`)
      return activity.collectionIntroduced(html`<a href="${url}" dir="auto">${collection_name}</a>`)
    }
  }
}

function renderIntroduction(
  visit: Visit,
  { userUrl, subjectUrl }: ShownEvent,
  { user, subject_title }: DataOf<'subject_introduction'>,
): Html {
  const { activity } = visit.messages
  const subject = renderLink(subject_title, subjectUrl)
  return user === null
    ? activity.introducedByUnknown(subject)
    : activity.introduced(renderUser(visit, user, userUrl), subject)
}

function renderTagging(
  visit: Visit,
  { userUrl, subjectUrl }: ShownEvent,
  { user, action, count, subject_title }: DataOf<'subject_activity_group'>,
): Html {
  const { activity } = visit.messages
  const name = renderUser(visit, user, userUrl)
  if (action === 'reordered') return activity.reordered(name)
  const subject =
    subject_title === null
      ? html`${activity.deletedSubject}`
      : renderLink(subject_title, subjectUrl)
  return activity[action](name, subject, count)
}

function renderUser(visit: Visit, name: string, url: string | null): Html {
  const shown = renderContributorName(visit, name)
  return url === null
    ? html`<strong class="name">${shown}</strong>`
    : html`<a href="${url}" class="name">${shown}</a>`
}

function renderLink(text: string, url: string | null): Html {
  return url === null ? html`<bdi>${text}</bdi>` : html`<a href="${url}"><bdi>${text}</bdi></a>`
}

/** The text or the pictures of an event. */
export function renderDetails(visit: Visit, { event, thumbnail }: ShownEvent): Html | null {
  switch (event.type) {
    case 'comment': {
      const { text, image_id: id, image_title: title } = event.data
      const quote = html`<blockquote dir="auto">${text}</blockquote>`
      if (thumbnail === null) return quote
      return html`<div class="commented">
        ${renderThumbnails(visit, [{ id, title, thumbnail }], 1)} ${quote}
      </div>`
    }
    case 'georeference_group':
    case 'subject_activity_group':
      return renderThumbnails(visit, event.data.images, event.data.count)
    case 'subject_introduction': {
      const { representative_image_id: id, representative_image_thumbnail: thumbnail } = event.data
      const title = event.data.subject_title
      return id === null ? null : renderThumbnails(visit, [{ id, title, thumbnail }], 1)
    }
    default:
      return null
  }
}

/** @param count of all images, of which `images` may list fewer */
function renderThumbnails(
  { links, language, messages }: Visit,
  images: readonly GroupImage[],
  count: number,
): Html {
  // An image that was placed twice in a group is listed twice.
  const different = [...new Map(images.map((image) => [image.id, image])).values()]
  const shown = different.slice(0, MAX_THUMBNAILS)
  const hidden = Math.max(count - images.length, 0) + different.length - shown.length
  return html`<ul class="thumbnails">
    ${shown.map(
      ({ id, title, thumbnail }) =>
        html`<li>
          <a href="${links.image(id)}" title="${title}"
            >${
              thumbnail === null
                ? html`<span class="nothing">${title}</span>`
                : html`<img src="${thumbnail}" alt="${title}" loading="lazy" />`
            }</a
          >
        </li>`,
    )}
    ${
      hidden > 0 &&
      html`<li class="soft">${messages.activity.more(hidden.toLocaleString(language))}</li>`
    }
  </ul>`
}
