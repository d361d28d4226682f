import { html, type Html } from '../../../core/base/html.ts'
import { MAX_POSITION_LENGTH } from '../../../core/model/geometry/typed-position.ts'
import type { Page } from '../layout.ts'
import type { Visit } from '../visit.ts'
import { createEditorPage, renderAction, type EditorContent } from './editor-page.ts'
import { editorPath } from './editor-path.ts'
import { renderProblem } from '../parts/field-problem.ts'
import { listPlacements } from './history.ts'
import { describeNeighbors, renderNearLink } from './neighbors.ts'
import { renderSuggestions } from './suggestions.ts'

/** Lets people place an image: the camera, and what it looks at. Without scripts, they type both. */
export function createPointEditorPage(content: EditorContent): Page {
  const { visit, image, history } = content
  const { editor } = visit.messages
  const { clickCamera, clickTarget, chooseConfidence, cameraAt, looking } = editor
  const { invalidPosition, invalidDirection } = editor
  const hints = { clickCamera, clickTarget, chooseConfidence, cameraAt, looking }
  return createEditorPage(content, {
    title: editor.title(image.title),
    heading: editor.heading,
    path: '/georeference/',
    draftName: `point ${image.id}`,
    map: {
      enhance: 'point-editor',
      label: editor.map,
      help: editor.mapHelp,
      hint: editor.withoutScripts,
      texts: { ...hints, invalidPosition, invalidDirection },
      buttons: html`${renderAction('camera-at-center', editor.cameraAtCenter)}
      ${renderAction('look-at-center', editor.lookAtCenter)}
      ${renderAction('near-center', editor.nearCenter)}`,
      neighbors: describeNeighbors(content, 'georeference'),
      hasMiddleLine: true,
    },
    placements: listPlacements(history, 'georeference'),
    drawn: JSON.stringify(
      image.georeferences.map(({ latitude, longitude, direction }) => ({
        latitude,
        longitude,
        direction,
      })),
    ),
    fields: html`${renderPosition(content)} ${renderDirection(content)}`,
    suggestions: renderSuggestions(content),
    other: html`${renderNearLink(content, 'georeference')}
    ${image.from_above && renderAreaLink(content)}`,
  })
}

function renderPosition({ visit, draft }: EditorContent): Html {
  const { editor } = visit.messages
  const problem = draft.fieldErrors.position && editor.invalidPosition
  return html`<div class="field">
    <label for="position">${editor.camera} <span class="soft">${editor.positionHint}</span></label>
    <input
      id="position"
      name="position"
      type="text"
      required
      autocomplete="off"
      data-typed
      maxlength="${MAX_POSITION_LENGTH}"
      placeholder="52.5163, 13.3777"
      value="${draft.values.position ?? ''}"
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="position-note"`}
    />
    ${renderProblem('position', problem)}
  </div>`
}

function renderDirection({ visit, draft }: EditorContent): Html {
  const { editor } = visit.messages
  const problem = draft.fieldErrors.direction && editor.invalidDirection
  return html`<div class="field">
    <label for="direction"
      >${editor.direction} <span class="soft">${editor.directionHint}</span></label
    >
    <div class="turns">
      ${renderTurn(visit, -10)} ${renderTurn(visit, -1)}
      <input
        id="direction"
        name="direction"
        type="text"
        autocomplete="off"
        maxlength="40"
        value="${draft.values.direction ?? ''}"
        ${problem !== undefined && html`aria-invalid="true" aria-describedby="direction-note"`}
      />
      ${renderTurn(visit, 1)} ${renderTurn(visit, 10)}
    </div>
    ${renderProblem('direction', problem)}
  </div>`
}

/** @param degrees clockwise */
function renderTurn({ messages: { editor } }: Visit, degrees: number): Html {
  const name = degrees < 0 ? editor.turnBack(-degrees) : editor.turn(degrees)
  return html`<button
    type="button"
    class="quiet needs-map"
    data-action="turn"
    data-turn="${degrees}"
    aria-label="${name}"
    title="${name}"
  >
    ${degrees < 0 ? `−${-degrees}` : `+${degrees}`}
  </button>`
}

function renderAreaLink({ visit: { links, messages }, image }: EditorContent): Html {
  return html`<p class="note">
    ${messages.editor.fromAbove}
    <a href="${links.base(editorPath(image))}">${messages.editor.drawArea}</a>
  </p>`
}
