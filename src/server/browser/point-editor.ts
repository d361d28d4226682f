import { normalizeDirection } from '../../core/model/geometry/direction.ts'
import {
  distanceBetween,
  findDirection,
  formatPosition,
  pointAt,
  type Aim,
  type MapPoint,
} from './editor/aim.ts'
import { listenToActions, type Actions } from './editor/actions.ts'
import { createAimFields, type AimFields } from './editor/aim-fields.ts'
import { createCameraLayer, type CameraLayer } from './editor/camera-layer.ts'
import { createEditorMap, type EditorMap } from './editor/editor-map.ts'
import { listenToEditorKeys } from './editor/editor-keys.ts'
import { keepHistory } from './editor/history.ts'
import { toMapPoint, toPosition, type Position } from './editor/map-point.ts'
import { manageForm } from './forms/manage-form.ts'
import { detachWhere } from './where.ts'

/** Distance of the handle of a direction that was typed, in pixels. */
const HANDLE_DISTANCE = 96

/** A placement, as the server's page of the editor writes it. */
type EarlierPlacement = Position & { direction: number | null }

/** The texts that the server's page of the editor writes. */
type Texts = Record<
  | 'clickCamera'
  | 'clickTarget'
  | 'chooseConfidence'
  | 'cameraAt'
  | 'looking'
  | 'invalidPosition'
  | 'invalidDirection',
  string
>

const NOWHERE: Aim = { camera: null, direction: null }

/** Lets people place an image: the camera, and what it looks at. The fields of the form hold both. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const form = frame.closest('form')
  if (!form) return
  const drawing = createCameraLayer(Number(frame.dataset.cone))
  const map = await createEditorMap<Handle>(frame, {
    layers: [drawing.layer],
    points: {
      list: () => editor.listHandles(),
      move: (name, to) => (name === 'camera' ? editor.placeCamera(to) : editor.lookAt(to)),
      drop: () => editor.announce(),
    },
    place: (point) => editor.placeNext(point),
  })
  const editor = new PointEditor(form, { frame, map, drawing })
  form.classList.add('has-map')
  detachWhere(form)
  manageForm(form)
  editor.readFields()
  editor.announce()
  keepHistory(form, editor)
  listenToEditorKeys(form)
}

type Handle = 'camera' | 'target'

class PointEditor {
  readonly #form: HTMLFormElement
  readonly #fields: AimFields
  readonly #map: EditorMap
  readonly #drawing: CameraLayer
  readonly #hint: HTMLElement | null
  readonly #texts: Texts
  #aim = NOWHERE
  /** Distance of the handle of the direction, in meters of Web Mercator; null for a fixed one on the screen. */
  #reach: number | null = null

  readonly #actions: Actions = {
    'camera-at-center': () => this.placeCamera(this.#map.center()),
    'look-at-center': () => this.lookAt(this.#map.center()),
    'near-center': () => this.#map.listNear(),
    'same-spot': ({ place }) => this.#standAt(JSON.parse(place ?? '{}') as Position),
    'start-from': ({ place }) => this.#startFrom(JSON.parse(place ?? '{}') as EarlierPlacement),
    'start-over': () => this.#startOver(),
    'set-direction': ({ degrees }) => this.#turnTo(Number(degrees)),
    turn: ({ turn }) => this.#turnTo(normalizeDirection((this.#aim.direction ?? 0) + Number(turn))),
  }

  constructor(
    form: HTMLFormElement,
    { frame, map, drawing }: { frame: HTMLElement; map: EditorMap; drawing: CameraLayer },
  ) {
    this.#form = form
    this.#map = map
    this.#drawing = drawing
    this.#hint = form.querySelector('.editor-hint')
    this.#texts = JSON.parse(frame.dataset.texts ?? '{}') as Texts
    this.#fields = createAimFields(form, {
      texts: this.#texts,
      onInput: () => {
        this.readFields()
        this.#sayNext()
      },
    })
    map.onZoom(() => this.#draw())
    form.addEventListener('parts-replaced', () => this.#draw())
    listenToActions(form, this.#actions, () => this.announce())
  }

  /** Places the camera, or what it looks at if there is one. */
  placeNext(point: MapPoint): void {
    if (this.#aim.camera) this.lookAt(point)
    else this.placeCamera(point)
    this.announce()
  }

  placeCamera(camera: MapPoint): void {
    this.#write({ ...this.#aim, camera })
  }

  lookAt(point: MapPoint): void {
    const { camera } = this.#aim
    const direction = camera && findDirection(camera, point)
    if (direction === null) return
    this.#reach = distanceBetween(camera ?? point, point)
    this.#write({ camera, direction })
  }

  listHandles(): { name: Handle; at: MapPoint }[] {
    const { camera, direction } = this.#aim
    if (!camera) return []
    const handle = { name: 'camera', at: camera } as const
    if (direction === null) return [handle]
    return [handle, { name: 'target', at: pointAt(camera, direction, this.#findReach()) }]
  }

  /** Takes over what was typed or restored. */
  readFields(): void {
    const { camera } = this.#aim
    this.#aim = this.#fields.read()
    const moved = this.#aim.camera
    if (moved && moved.join() !== camera?.join()) this.#map.reveal([moved])
    this.#draw()
  }

  /** The fields of the form hold the rest. */
  read(): number | null {
    return this.#reach
  }

  restore(reach: number | null): void {
    this.#reach = reach
    this.readFields()
    this.announce()
  }

  isSame(one: number | null, other: number | null): boolean {
    return one === other
  }

  /** Says where the camera is and what comes next, and lets the draft be kept. */
  announce(): void {
    this.#fields.dispatchChange()
    this.#sayNext(this.#fields.mark())
  }

  #sayNext(problem = ''): void {
    if (this.#hint) this.#hint.textContent = problem || this.#describe()
  }

  #startFrom({ direction, ...position }: EarlierPlacement): void {
    const camera = toMapPoint(position)
    this.#reach = null
    this.#write({ camera, direction })
    this.#map.reveal([camera])
    // On a phone, the map is below the suggestions.
    this.#form.querySelector('.map-container')?.scrollIntoView({ block: 'nearest' })
  }

  #standAt(position: Position): void {
    const camera = toMapPoint(position)
    this.placeCamera(camera)
    this.#map.reveal([camera])
  }

  #turnTo(direction: number): void {
    this.#write({ ...this.#aim, direction })
  }

  #startOver(): void {
    this.#reach = null
    this.#fields.clear()
    this.#write(NOWHERE)
  }

  #write(aim: Aim): void {
    this.#aim = this.#fields.write(aim)
    this.#draw()
  }

  #draw(): void {
    this.#drawing.show({ aim: this.#aim, reach: this.#findReach(), others: this.#readOthers() })
  }

  #findReach(): number {
    return this.#reach ?? HANDLE_DISTANCE * this.#map.resolution()
  }

  /** They are a part of the form that the server replaces, so that those who were quicker appear. */
  #readOthers(): Aim[] {
    const element = this.#form.querySelector<HTMLElement>('[data-placements]')
    const placements = JSON.parse(element?.dataset.placements ?? '[]') as EarlierPlacement[]
    return placements.map(({ direction, ...position }) => ({
      camera: toMapPoint(position),
      direction,
    }))
  }

  #describe(): string {
    const { clickCamera, clickTarget, chooseConfidence, cameraAt, looking } = this.#texts
    const { camera, direction } = this.#aim
    if (!camera) return clickCamera
    const place = cameraAt.replace('{position}', formatPosition(toPosition(camera)))
    if (direction === null) return `${place} ${clickTarget}`
    return `${looking.replace('{degrees}', String(direction))} ${chooseConfidence}`
  }
}
