import { html, type Html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import type { Visit } from '../visit.ts'
import { createEditorPage, renderAction, type EditorContent } from './editor-page.ts'
import { renderProblem } from '../parts/field-problem.ts'
import { listPlacements } from './history.ts'
import { describeNeighbors, renderNearLink } from './neighbors.ts'

/** Lets people draw the area that an image from above covers. Without scripts, they type its corners. */
export function createAreaEditorPage(content: EditorContent): Page {
  const { visit, image, history } = content
  const { editor } = visit.messages
  const { clickCorner, moreCorners, chooseConfidence, corners, crossing, invalidCorners } = editor
  return createEditorPage(content, {
    title: editor.areaTitle(image.title),
    heading: editor.areaHeading,
    path: `/polygonal-georeference/${image.id}/`,
    draftName: `area ${image.id}`,
    map: {
      enhance: 'area-editor',
      label: editor.areaMap,
      help: editor.areaMapHelp,
      hint: editor.areaWithoutScripts,
      texts: { clickCorner, moreCorners, chooseConfidence, corners, crossing, invalidCorners },
      buttons: renderButtons(visit),
      neighbors: describeNeighbors(content, 'from_above_georeference'),
      hasMiddleLine: false,
    },
    placements: listPlacements(history, 'from_above_georeference'),
    drawn: JSON.stringify(image.from_above_georeferences.map(({ polygon }) => polygon.coordinates)),
    fields: renderPolygon(content),
    other: html`${renderNearLink(content, 'from_above_georeference')} ${renderPointLink(content)}`,
  })
}

function renderButtons({ messages: { editor } }: Visit): Html {
  return html`${renderAction('corner-at-center', editor.cornerAtCenter)}
  ${renderAction('previous-corner', editor.previousCorner)}
  ${renderAction('next-corner', editor.nextCorner)}
  ${renderAction('move-to-center', editor.moveToCenter)}
  ${renderAction('delete-corner', editor.deleteCorner)}
  ${renderAction('start-hole', editor.startHole)} ${renderAction('near-center', editor.nearCenter)}`
}

function renderPolygon({ visit, draft }: EditorContent): Html {
  const { editor } = visit.messages
  const [reason] = draft.fieldErrors.polygon ?? []
  const problem = reason === undefined ? undefined : `${editor.invalidPolygon} ${reason}`
  return html`<div class="field">
    <label for="polygon">${editor.polygon}</label>
    <p class="soft" id="polygon-hint">${editor.polygonHint}</p>
    <textarea
      id="polygon"
      name="polygon"
      rows="4"
      required
      data-typed
      aria-describedby="polygon-hint${problem !== undefined && ' polygon-note'}"
      ${problem !== undefined && html`aria-invalid="true"`}
    >
${draft.values.polygon ?? ''}</textarea>
    ${renderProblem('polygon', problem)}
  </div>`
}

function renderPointLink({ visit: { links, messages }, image }: EditorContent): Html {
  return html`<p>
    <a href="${links.base(`/georeference/?image=${image.id}`)}">${messages.editor.placeCamera}</a>
  </p>`
}
