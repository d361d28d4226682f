import type { Retagging } from '../../../core/queries/own/last-retagging.ts'
import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { renderFormFields } from '../csrf-field.ts'
import type { ImageContent } from '../image/image-content.ts'
import type { Page } from '../layout.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import type { SignedInVisit, Visit } from '../visit.ts'
import { renderContributionsLicense } from './license.ts'
import { renderSection } from './section.ts'

/** An image with its subjects. */
type Tagged = Pick<ImageDetail, 'id' | 'title' | 'subjects'>

/** Search text, and the subjects that it may mean. */
export interface Suggestions {
  text: string
  found: readonly Suggestion[]
  /** False if Wikidata could not be asked. */
  isComplete: boolean
}

export interface Suggestion {
  title: string
  description: string
  /** Of a subject of the catalog, or of the knowledge base. */
  field: { name: 'subject' | 'kb_id'; value: string }
}

const NOTHING_TYPED: Suggestions = { text: '', found: [], isComplete: true }

/** Lets people add, remove and order the subjects of an image, on its page. */
export function renderSubjectEditor(
  visit: SignedInVisit,
  {
    image,
    done,
    refused,
    retagging,
  }: Pick<ImageContent, 'image' | 'done' | 'refused' | 'retagging'>,
): Html {
  const isUndone = done === 'untagged' || done === 'reordered'
  const undo = isUndone ? retagging : undefined
  const { contribute } = visit.messages
  return renderSection(visit, {
    id: 'subjects',
    actions: ['tagged', 'untagged', 'reordered', 'restored'],
    done,
    refused,
    content: html`<h2 id="subjects-title">${contribute.subjects}</h2>
      ${renderEditor(visit, image, NOTHING_TYPED)} ${undo && renderUndoForm(visit, image, undo)}`,
    undo:
      undo && html`<button class="link" form="${UNDO_FORM}">${visit.messages.editor.undo}</button>`,
  })
}

const UNDO_FORM = 'undo-subjects'

function renderUndoForm(visit: SignedInVisit, image: Tagged, { removed, order }: Retagging): Html {
  return html`<form id="${UNDO_FORM}" method="post" action="${changePath(visit, image)}">
    ${removed !== null && html`<input type="hidden" name="restore" value="${removed}" />`}
    <input type="hidden" name="order" value="${order.join()}" />
    ${renderFormFields(visit.session)}
  </form>`
}

function changePath({ links }: Visit, { id }: Tagged): string {
  return links.base(`/${id}/subjects/change/`)
}

/** The same as a page of its own, on which suggestions appear without scripts. */
export function createSubjectsPage(
  visit: SignedInVisit,
  image: Tagged & { isPublic: boolean },
  suggestions: Suggestions,
): Page {
  const { contribute } = visit.messages
  return {
    title: contribute.subjects,
    isPublic: image.isPublic,
    width: 'narrow',
    main: html`<h1>${contribute.subjects}</h1>
      <p>
        <a href="${visit.links.image(image.id)}" dir="auto">${image.title}</a
        >${renderHiddenBadge(visit, image.isPublic)}
      </p>
      ${renderEditor(visit, image, suggestions)}`,
  }
}

function renderEditor(visit: SignedInVisit, image: Tagged, suggestions: Suggestions): Html {
  const { contribute } = visit.messages
  const path = `/${image.id}/subjects/`
  return html`${renderTags(visit, image)}
    <form method="get" action="${visit.links.base(path)}" data-enhance="suggest">
      <label for="subject">${contribute.addSubject}</label>
      <div class="search-field">
        <input
          id="subject"
          type="search"
          name="q"
          value="${suggestions.text}"
          maxlength="200"
          autocomplete="off"
          aria-describedby="subject-hint"
        />
        <button class="quiet">${visit.messages.site.search}</button>
      </div>
      <p class="soft" id="subject-hint">${contribute.addSubjectHint}</p>
    </form>
    <form method="post" action="${visit.links.base(path)}">
      ${renderFormFields(visit.session)}
      <div data-part="suggestions" role="status">${renderSuggestions(visit, suggestions)}</div>
    </form>
    ${renderContributionsLicense(visit)}`
}

function renderSuggestions(visit: Visit, { text, found, isComplete }: Suggestions): Html | false {
  const { contribute } = visit.messages
  if (text === '') return false
  const outage = !isComplete && html`<p class="note">${contribute.noKnowledgeBase}</p>`
  if (found.length === 0) return outage || html`<p class="note">${contribute.nothingFound}</p>`
  return html`${outage}
    <p class="unseen">${contribute.found(found.length)}</p>
    <ul class="suggestions" aria-label="${contribute.suggestions}">
      ${found.map(
        ({ title, description, field }) =>
          html`<li>
            <button class="quiet" name="${field.name}" value="${field.value}">
              <bdi>${title}</bdi>
              <span class="soft"
                ><bdi>${description}</bdi
                >${field.name === 'kb_id' && html` · ${contribute.knowledgeBase}`}</span
              >
            </button>
          </li>`,
      )}
    </ul>`
}

/** The subjects, each with buttons that remove it or move it forward. */
function renderTags(visit: SignedInVisit, image: Tagged): Html | false {
  const { subjects } = image
  if (subjects.length === 0) return false
  const { links, messages, session } = visit
  const { contribute } = messages
  const ids = subjects.map(({ id }) => id)
  return html`<form method="post" action="${changePath(visit, image)}">
    ${renderFormFields(session)}
    <ul class="rows">
      ${subjects.map(
        ({ id, title, slug }, index) =>
          html`<li>
            <a href="${links.base(`/subjects/${slug}/`)}" dir="auto">${title}</a>
            <span class="buttons">
              ${
                index > 0 &&
                html`<button
                  class="quiet"
                  name="order"
                  value="${moveForward(ids, index).join()}"
                  aria-label="${contribute.moveUp(title)}"
                >
                  ↑
                </button>`
              }
              <button
                class="quiet"
                name="remove"
                value="${id}"
                aria-label="${contribute.untag(title)}"
              >
                ×
              </button>
            </span>
          </li>`,
      )}
    </ul>
  </form>`
}

function moveForward(ids: readonly number[], index: number): number[] {
  const moved = ids[index]
  if (moved === undefined) return [...ids]
  return ids.toSpliced(index, 1).toSpliced(index - 1, 0, moved)
}
