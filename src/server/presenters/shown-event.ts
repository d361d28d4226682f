import type { ActivityEvent } from '../../core/contract/activity.ts'
import type { ActivityRow } from '../../core/queries/feed/activity.ts'
import { isFormerContributor } from '../../core/model/former-contributor.ts'
import { thumbnailUrl } from './image-urls.ts'
import type { Links } from '../http/links.ts'
import { presentEvent } from './activity.ts'

export interface ShownEvent {
  event: ActivityEvent
  /** URL of the page of the event's contributor; null if they have none. */
  userUrl: string | null
  /** URL of the page of the event's subject; null without a subject. */
  subjectUrl: string | null
  /** URL of the thumbnail of the image that a comment is about, if any. */
  thumbnail: string | null
}

/** Presents an event as pages show it, with links to the pages of its contributor and its subject. */
export function presentShownEvent(row: ActivityRow, links: Links): ShownEvent {
  const { type, user_id, subject_slug } = row
  // Former contributors, and those without a georeference of a public image, have no page.
  const hasPlaced = type === 'georeference_group' || type === 'user_milestone'
  const hasPage = hasPlaced && user_id !== null && !isFormerContributor(user_id)
  return {
    event: presentEvent(row, links),
    userUrl: hasPage ? links.base(`/contributors/${user_id}/`) : null,
    subjectUrl: subject_slug === null ? null : links.base(`/subjects/${subject_slug}/`),
    thumbnail:
      row.type === 'comment'
        ? thumbnailUrl(links, { id: row.image_id, generation: row.image_generation })
        : null,
  }
}
