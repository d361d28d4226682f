import { html, type Html } from '../../../core/base/html.ts'
import type { PlaceSuggestion } from '../../../core/contract/place-suggestion.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { ShownPlacement } from '../../presenters/history.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import type { MapStart } from '../../presenters/map-start.ts'
import { renderContributionsLicense } from '../contribute/license.ts'
import { CSRF_PAGE_HEADERS } from '../csrf-field.ts'
import { formatContributorName } from '../display-name.ts'
import type { Draft } from '../draft.ts'
import { renderFrame } from '../image/frame.ts'
import type { Page } from '../layout.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { mapPolicy, renderMapFrame } from '../parts/map-frame.ts'
import type { Visit } from '../visit.ts'
import { renderHiddenFields, renderSendButtons, type Scoped } from './buttons.ts'
import { renderConfidence } from './fields.ts'
import { formTexts } from './form-texts.ts'
import { renderHistory } from './history.ts'
import { renderNotice, renderUndoForm, type Notice } from './notice.ts'
import { renderRecord } from './record.ts'
import { renderScope } from './scope.ts'
import { renderShortcuts } from './shortcuts.ts'
import { renderWhere, type Where } from './where.ts'

/** Content that both editors show. */
export interface EditorContent extends PresentedImagePage, Scoped {
  visit: Visit
  draft: Draft
  basemap: Basemap
  /** Width of what cameras see, in degrees. */
  viewingCone: number
  start: MapStart
  suggestions: readonly PlaceSuggestion[]
  /** The search in the box over the map. */
  where?: Where | undefined
  notice: Notice | undefined
}

/** Differences between the editor of points and that of areas. */
export interface EditorKind {
  title: string
  heading: string
  /** Of the form, below the base URL. */
  path: string
  /** Name of the draft in the browser. */
  draftName: string
  map: {
    enhance: 'point-editor' | 'area-editor'
    label: string
    help: string
    /** Text in place of the map without scripts. */
    hint: string
    /** Texts of the module. */
    texts: Readonly<Record<string, string>>
    /** Buttons below the map, before those that both editors have. */
    buttons: Html
    /** The `data-…` attributes of the placed images that the map shows, too. */
    neighbors?: Readonly<Record<string, string>>
    /** Whether the picture shows its middle. */
    hasMiddleLine: boolean
  }
  /** Of this kind, newest first. */
  placements: readonly ShownPlacement[]
  /** Geometries of the earlier placements that the module draws, as JSON. */
  drawn: string
  fields: Html
  /** Suggested places, with which this editor can start. */
  suggestions?: Html | null
  /** A link to the other editor. */
  other: Html | false
}

/** A form beside the picture and a map. Without scripts, the fields are typed. */
export function createEditorPage(content: EditorContent, kind: EditorKind): Page {
  const { visit, image, history, basemap, draft } = content
  return {
    title: kind.title,
    isPublic: content.isPublic,
    hasPictures: true,
    isEnhanced: true,
    module: 'editors.ts',
    width: 'full',
    styleSheet: 'editor.css',
    ...(visit.session && { headers: CSRF_PAGE_HEADERS }),
    ...mapPolicy(basemap),
    main: html`<form
        class="editor"
        method="post"
        action="${visit.links.base(kind.path)}"
        data-draft="${kind.draftName}"
        data-form-texts="${formTexts(visit)}"
      >
        ${renderHeading(content, kind)}
        <div class="editor-picture" data-step>
          ${renderRecord(visit, image)}
          ${renderFrame(visit, content, { hasMiddleLine: kind.map.hasMiddleLine })}
        </div>
        ${renderMap(content, kind)}
        <div class="editor-panel">
          ${renderNotices(content, kind)} ${kind.suggestions}
          <div data-part="fields">${kind.fields}</div>
          <div data-part="confidence">${renderConfidence(visit, draft)}</div>
          ${renderSendButtons(content)} ${renderContributionsLicense(visit)}
          <div data-part="hidden">
            ${renderHiddenFields(content, kind.placements[0]?.georeference.id)}
          </div>
        </div>
        <div class="editor-more" data-step>
          ${kind.other} ${renderHistory(visit, kind.placements, history)}
          <p>
            <a href="${visit.links.image(image.id)}">${visit.messages.contribute.link}</a>
          </p>
        </div>
      </form>
      ${renderUndoForm(visit, content)} ${renderShortcuts(visit)}`,
  }
}

function renderHeading(
  { visit, image, isPublic, scope, scopeNames }: EditorContent,
  kind: EditorKind,
): Html {
  return html`<header class="editor-heading">
    <h1>
      <span class="soft">${kind.heading}</span>
      <a href="${visit.links.image(image.id)}" dir="auto">${image.title}</a
      >${renderHiddenBadge(visit, isPublic)}
    </h1>
    <p class="soft">
      <bdi>${image.date_display}</bdi> · <bdi>${image.collection.name}</bdi>${
        image.creator !== '' && html` · <bdi>${image.creator}</bdi>`
      }
    </p>
    ${renderScope(visit, '/georeference/', { scope, names: scopeNames })}
  </header>`
}

/** Renders the notice or the error message, and the status of the form. */
function renderNotices({ visit, draft, notice }: EditorContent, kind: EditorKind): Html {
  const problem = describeProblem(visit, draft, kind.placements[0])
  return html`<div data-part="notices">
      ${problem !== undefined && html`<p class="note" role="alert" tabindex="-1">${problem}</p>`}
      ${problem === undefined && renderNotice(visit, notice)}
    </div>
    <p class="form-status" role="status"></p>`
}

function describeProblem(
  visit: Visit,
  { code, message, fieldErrors }: Draft,
  newest: ShownPlacement | undefined,
): string | undefined {
  const { editor } = visit.messages
  if (code === 'superseded' && newest)
    return newest.author.id === visit.session?.userId
      ? editor.supersededBySelf
      : editor.superseded(formatContributorName(visit, newest.author.name))
  if (code === 'key_reused') return editor.alreadySent
  if (Object.keys(fieldErrors).length > 0) return editor.problems
  return message
}

function renderMap(content: EditorContent, kind: EditorKind): Html {
  const { visit, image, basemap, viewingCone, start, where } = content
  const { editor } = visit.messages
  const { enhance, label, help, hint, texts, buttons, neighbors } = kind.map
  return html`<div class="editor-map" data-step>
    ${renderWhere({ visit, image, start, where, takesPosition: enhance === 'point-editor' })}
    ${renderMapFrame(visit, {
      basemap,
      enhance,
      label,
      help,
      data: {
        cone: String(viewingCone),
        texts: JSON.stringify(texts),
        box: start.box ? JSON.stringify(start.box) : '',
        nearby: start.nearby ? JSON.stringify(start.nearby) : '',
        ...neighbors,
      },
      caption: html`<span class="editor-hint" role="status">${hint}</span>`,
    })}
    <div data-part="placements" data-placements="${kind.drawn}"></div>
    <div class="map-buttons needs-map">
      ${buttons} ${renderAction('undo', editor.undo)} ${renderAction('redo', editor.redo)}
      ${renderAction('start-over', editor.startOver)}
    </div>
  </div>`
}

/** A button that only works with a map. */
export function renderAction(action: string, label: string): Html {
  return html`<button type="button" class="quiet" data-action="${action}">${label}</button>`
}
