import { parseTypedDirection } from '../../../core/model/geometry/typed-direction.ts'
import { parseTypedPosition } from '../../../core/model/geometry/typed-position.ts'
import { formatPosition, type Aim } from './aim.ts'
import { toMapPoint, toPosition } from './editor-map.ts'

/** The fields of a form that hold the position of the camera and its direction. */
export interface AimFields {
  /** Returns what the fields hold. A text that is no position or direction changes nothing. */
  read(current: Aim): Aim
  write(aim: Aim): void
  /** Calls a function when something is typed. */
  onInput(run: () => void): void
  /** Lets others know that a script wrote the fields, as typing does. */
  dispatchChange(): void
}

/** The server may replace the fields of the form, so they are looked up each time. */
export function createAimFields(form: HTMLFormElement): AimFields {
  const position = () => findField(form, 'position')
  const direction = () => findField(form, 'direction')
  return {
    read(current) {
      const text = position().value
      const typed = parseTypedPosition(text)
      const degrees = parseTypedDirection(direction().value)
      return {
        camera: typed ? toMapPoint(typed) : text.trim() === '' ? null : current.camera,
        direction: degrees === undefined ? current.direction : degrees,
      }
    },
    write(aim) {
      position().value = aim.camera ? formatPosition(toPosition(aim.camera)) : ''
      direction().value = aim.direction === null ? '' : String(aim.direction)
    },
    onInput(run) {
      form.addEventListener('input', ({ target }) => {
        if (target === position() || target === direction()) run()
      })
    },
    dispatchChange: () => position().dispatchEvent(new Event('change', { bubbles: true })),
  }
}

/** @throws Error if the form has no such field */
function findField(form: HTMLFormElement, name: string): HTMLInputElement {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) throw new Error(`the form has no field ${name}`)
  return field
}
