import { html, type Html } from '../../../core/base/html.ts'
import type { ImageDetail } from '../../../core/contract/image.ts'
import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'
import type { Page } from '../layout.ts'
import type { Visit } from '../visit.ts'
import type { Scoped } from './buttons.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { pathInScope } from './scope.ts'

/** Says why an editor cannot place an image, with a way on; undefined if it can. */
export function createUnplaceablePage(
  { visit, image, scope, isPublic }: Scoped & { isPublic: boolean },
  kind: GeoreferenceKind,
): Page | undefined {
  const obstacle = findObstacle(visit, image, kind)
  if (!obstacle) return undefined
  const { links, messages } = visit
  const next = pathInScope('/georeference/', scope, { last: String(image.id) })
  return {
    title: messages.editor.title(image.title),
    isPublic,
    width: 'narrow',
    main: html`<h1>
        <a href="${links.image(image.id)}" dir="auto">${image.title}</a
        >${renderHiddenBadge(visit, isPublic)}
      </h1>
      <p class="note">${obstacle.reason}</p>
      <p class="buttons">
        ${obstacle.instead}
        <a href="${links.base(next)}" class="button quiet">${messages.editor.another}</a>
      </p>`,
  }
}

interface Obstacle {
  reason: string
  /** A link to what can be placed instead. */
  instead?: Html
}

function findObstacle(
  { links, messages: { editor } }: Visit,
  { id, duplicate_of: original, georeference_status: status, from_above: isFromAbove }: ImageDetail,
  kind: GeoreferenceKind,
): Obstacle | undefined {
  const link = (image: number, text: string) =>
    html`<a href="${links.base(`/georeference/?image=${image}`)}" class="button">${text}</a>`
  if (original !== null)
    return { reason: editor.duplicate, instead: link(original, editor.placeOriginal) }
  if (status === 'will_not_georef') return { reason: editor.willNotGeoref }
  if (kind === 'from_above_georeference' && !isFromAbove)
    return { reason: editor.notFromAbove, instead: link(id, editor.placeCamera) }
  return undefined
}
