import type { Html } from '../../../core/base/html.ts'
import { renderCursorSteps, type Steps } from '../parts/cursor-steps.ts'
import { listUrl } from '../parts/list-url.ts'
import type { Visit } from '../visit.ts'

/** Links to the first and to the next page of a list that continues `after` a row. */
export function renderStaffSteps(visit: Visit, steps: Steps): Html | null {
  const { staff, pager } = visit.messages
  return renderCursorSteps(visit, steps, {
    first: staff.firstPage,
    next: pager.next,
    urlFrom: (after) => listUrl(visit, { after, done: null, count: null }),
  })
}
