import { parseTypedRings } from '../../core/model/geometry/typed-polygon.ts'
import { listenToActions, type Actions } from './editor/actions.ts'
import { formatPosition, type MapPoint } from './editor/aim.ts'
import { createAreaLayer, type AreaLayer } from './editor/area-layer.ts'
import {
  addCorner,
  deleteCorner,
  EMPTY_AREA,
  insertCorner,
  isComplete,
  listCorners,
  listMiddles,
  moveCorner,
  selectNext,
  startHole,
  type Area,
  type CornerIndex,
} from './editor/corners.ts'
import { findCrossing, type Edge } from './editor/crossings.ts'
import { listenToEditorKeys } from './editor/editor-keys.ts'
import { keepHistory } from './editor/history.ts'
import { createEditorMap, type EditorMap } from './editor/editor-map.ts'
import { toMapPoint, toPosition } from './editor/map-point.ts'
import { createTypedField, type TypedField } from './editor/typed-field.ts'
import { manageForm } from './forms/manage-form.ts'
import { detachWhere } from './where.ts'

/** The texts that the server's page of the editor writes. */
type Texts = Record<
  'clickCorner' | 'moreCorners' | 'chooseConfidence' | 'corners' | 'crossing' | 'invalidCorners',
  string
>

/** Rings of positions in degrees, as in GeoJSON. */
type Polygon = [longitude: number, latitude: number][][]

/** A corner, or the middle of an edge, where a new corner appears when it is dragged. */
type Handle = { kind: 'corner' | 'middle'; at: CornerIndex }

/** Lets people draw the area that an image covers. The text area of the form holds its corners. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const form = frame.closest('form')
  if (!form) return
  const drawing = createAreaLayer()
  const map = await createEditorMap<Handle>(frame, {
    layers: [drawing.layer],
    points: {
      list: () => editor.listHandles(),
      move: (handle, to) => editor.drag(handle, to),
      drop: () => editor.announce(),
    },
    place: (point) => editor.add(point),
  })
  const editor = new AreaEditor(form, { frame, map, drawing })
  form.classList.add('has-map')
  detachWhere(form)
  manageForm(form)
  editor.readField()
  editor.showWhole()
  editor.announce()
  keepHistory(form, editor)
  listenToEditorKeys(form)
}

function toRings(polygon: Polygon): MapPoint[][] {
  return polygon.map((ring) =>
    ring.map(([longitude, latitude]) => toMapPoint({ longitude, latitude })),
  )
}

interface Parts {
  frame: HTMLElement
  map: EditorMap
  drawing: AreaLayer
}

class AreaEditor {
  readonly #form: HTMLFormElement
  readonly #parts: Parts
  readonly #texts: Texts
  readonly #field: TypedField<Polygon>
  #area = EMPTY_AREA
  /** Edges of the area that cross each other. */
  #crossing: readonly Edge[] = []
  /** The middle that became a corner while it is dragged. */
  #inserted: Handle | null = null

  readonly #actions: Actions = {
    'corner-at-center': () => this.#write(addCorner(this.#area, this.#parts.map.center())),
    'move-to-center': () => this.#moveSelected(this.#parts.map.center()),
    'next-corner': () => this.#write(selectNext(this.#area, 1)),
    'previous-corner': () => this.#write(selectNext(this.#area, -1)),
    'delete-corner': () => this.#write(deleteCorner(this.#area)),
    'start-hole': () => this.#write(startHole(this.#area)),
    'near-center': () => this.#parts.map.listNear(),
    'start-from': ({ place }) => this.#startFrom(JSON.parse(place ?? '[]') as Polygon),
    'start-over': () => this.#startOver(),
  }

  constructor(form: HTMLFormElement, parts: Parts) {
    this.#form = form
    this.#parts = parts
    this.#texts = JSON.parse(parts.frame.dataset.texts ?? '{}') as Texts
    this.#field = createTypedField(form, 'polygon', {
      parse: (text) => parseTypedRings(text, document.documentElement.lang),
      message: this.#texts.invalidCorners,
      onInput: () => {
        this.readField()
        this.#sayNext()
      },
    })
    form.addEventListener('parts-replaced', () => this.#draw())
    listenToActions(form, this.#actions, () => this.announce())
    parts.frame.addEventListener('keydown', ({ key }) => {
      if (key !== 'Delete' && key !== 'Backspace') return
      this.#write(deleteCorner(this.#area))
      this.announce()
    })
  }

  add(point: MapPoint): void {
    this.#write(addCorner(this.#area, point))
    this.announce()
  }

  listHandles(): { name: Handle; at: MapPoint }[] {
    const corners = listCorners(this.#area).map((corner) => ({
      kind: 'corner' as const,
      ...corner,
    }))
    const middles = listMiddles(this.#area).map((middle) => ({
      kind: 'middle' as const,
      ...middle,
    }))
    return [...corners, ...middles].map(({ kind, at, point }) => ({
      name: { kind, at },
      at: point,
    }))
  }

  drag(handle: Handle, to: MapPoint): void {
    const isNew = handle.kind === 'middle' && this.#inserted !== handle
    if (isNew) this.#inserted = handle
    this.#write((isNew ? insertCorner : moveCorner)(this.#area, handle.at, to))
  }

  /** Takes over what was typed or restored, unless it is incomplete. */
  readField(): void {
    const rings = this.#field.read()
    if (!rings) return
    const points = toRings(rings)
    this.#show(points.length > 0 ? { rings: points, selected: null } : EMPTY_AREA)
  }

  showWhole(): void {
    this.#parts.map.showWhole(this.#area.rings.flat())
  }

  read(): Area {
    return this.#area
  }

  restore(area: Area): void {
    this.#show(area)
    this.announce()
  }

  /** Choosing another corner is no change. */
  isSame({ rings }: Area, other: Area): boolean {
    return rings === other.rings
  }

  /** Says how many corners there are and what comes next, and lets the draft be kept. */
  announce(): void {
    this.#inserted = null
    this.#field.dispatchChange()
    this.#sayNext(this.#field.mark())
  }

  #sayNext(problem = ''): void {
    const hint = this.#form.querySelector('.editor-hint')
    if (hint) hint.textContent = problem || this.#describe()
  }

  /** @param polygon with closed rings */
  #startFrom(polygon: Polygon): void {
    this.#write({ rings: toRings(polygon).map((ring) => ring.slice(0, -1)), selected: null })
    this.showWhole()
  }

  #startOver(): void {
    this.#field.clear()
    this.#write(EMPTY_AREA)
  }

  #moveSelected(to: MapPoint): void {
    const { selected } = this.#area
    if (selected) this.#write(moveCorner(this.#area, selected, to))
  }

  #write(area: Area): void {
    const text = area.rings
      .map((ring) => ring.map((point) => formatPosition(toPosition(point))).join('\n'))
      .join('\n\n')
      .trim()
    if (!this.#field.write(text)) return
    this.#area = area
    this.#draw()
  }

  #show(area: Area): void {
    this.#area = area
    this.#parts.map.reveal(area.rings.flat())
    this.#draw()
  }

  #draw(): void {
    const area = this.#area
    this.#crossing = findCrossing(area) ?? []
    this.#parts.drawing.show({ area, crossing: this.#crossing, others: this.#readOthers() })
  }

  /** They are a part of the form that the server replaces, so that those who were quicker appear. */
  #readOthers(): Area['rings'][] {
    const element = this.#form.querySelector<HTMLElement>('[data-placements]')
    const areas = JSON.parse(element?.dataset.placements ?? '[]') as Polygon[]
    return areas.map(toRings)
  }

  #describe(): string {
    const { clickCorner, moreCorners, chooseConfidence, corners, crossing } = this.#texts
    const count = listCorners(this.#area).length
    if (count === 0) return clickCorner
    const [one, other] = this.#crossing
    if (one && other)
      return crossing
        .replace('{one}', one.numbers.join('–'))
        .replace('{other}', other.numbers.join('–'))
    const counted = corners.replace('{count}', String(count))
    return `${counted} ${isComplete(this.#area) ? chooseConfidence : moreCorners}`
  }
}
