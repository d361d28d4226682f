import type { Html } from '../../../core/base/html.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import type { Visit } from '../visit.ts'

/** Links from a page for staff to the overview, and to the pages between. */
export function renderStaffBreadcrumbs(
  visit: Visit,
  between: readonly { url: string; name: string }[] = [],
): Html {
  const { links, messages } = visit
  return renderBreadcrumbs(visit, [
    { url: links.base('/staff/'), name: messages.staff.title },
    ...between,
  ])
}
