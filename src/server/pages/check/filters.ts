import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Placement } from '../../presenters/placement.ts'
import { scopeInputs, type Scope } from '../editor/scope.ts'
import type { Visit } from '../visit.ts'

interface Filtered {
  image: Pick<Image, 'collection'>
  placement: Placement
  scope: Scope
}

/** Of the empty form to which the fields belong, because they stand within another. */
const FORM = 'queue-filters'

/** The parameters that have fields. */
const OFFERED = ['collection', 'in_bbox', 'year_min', 'year_max'] as const

/** About a kilometer in each direction. */
const NEAR_DEGREES = 0.01

/** Lets people choose among which images they check: those like the one on the page. */
export function renderQueueFilters(visit: Visit, { image, placement, scope }: Filtered): Html {
  const { check, images } = visit.messages
  const { collection } = image
  return html`<details class="queue-filters">
    <summary>${check.filters}</summary>
    ${renderCheckbox('collection', {
      label: check.onlyCollection(html`<bdi>${collection.name}</bdi>`),
      value: String(collection.id),
      scope,
    })}
    ${renderCheckbox('in_bbox', { label: html`${check.onlyNear}`, value: boxNear(placement), scope })}
    <div class="fields">
      ${renderYear('year_min', images.yearMin, scope)}
      ${renderYear('year_max', images.yearMax, scope)}
    </div>
    ${scopeInputs(scope, { without: OFFERED, form: FORM })}
    <p class="buttons"><button class="quiet" form="${FORM}">${check.apply}</button></p>
  </details>`
}

/** The form of those fields. */
export function renderQueueForm({ links }: Visit): Html {
  return html`<form id="${FORM}" method="get" action="${links.base('/check/')}" hidden></form>`
}

function renderCheckbox(
  name: 'collection' | 'in_bbox',
  { label, value, scope }: { label: Html; value: string; scope: Scope },
): Html {
  const chosen = scope[name]
  return html`<label class="choice"
    ><input
      type="checkbox"
      name="${name}"
      value="${chosen ?? value}"
      form="${FORM}"
      ${chosen !== undefined && html`checked`}
    />
    <span>${label}</span></label
  >`
}

function renderYear(name: 'year_min' | 'year_max', label: string, scope: Scope): Html {
  return html`<label
    >${label}
    <input
      type="text"
      name="${name}"
      value="${scope[name] ?? ''}"
      inputmode="numeric"
      maxlength="5"
      form="${FORM}"
  /></label>`
}

/** As `west,south,east,north`. Degrees of longitude are shorter away from the equator. */
function boxNear({ latitude, longitude }: Placement): string {
  const width = Math.min(NEAR_DEGREES / Math.cos((latitude * Math.PI) / 180), 180)
  const [south, north] = [
    Math.max(latitude - NEAR_DEGREES, -90),
    Math.min(latitude + NEAR_DEGREES, 90),
  ]
  return [longitude - width, south, longitude + width, north]
    .map((degrees) => degrees.toFixed(4))
    .join(',')
}
