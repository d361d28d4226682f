import { parseTypedDirection } from '../../../core/model/geometry/typed-direction.ts'
import { parseTypedPosition } from '../../../core/model/geometry/typed-position.ts'
import { formatPosition, type Aim } from './aim.ts'
import { toMapPoint, toPosition } from './map-point.ts'
import { createTypedField } from './typed-field.ts'

/** The fields of a form that hold the position of the camera and its direction. */
export interface AimFields {
  /** Returns what the fields hold. A text that is not understood counts as nothing. */
  read(): Aim
  /** Writes both fields, except one with a text that is not understood. @returns what they hold then */
  write(aim: Aim): Aim
  /** Empties both fields, whatever they hold. */
  clear(): void
  /** Marks texts that are not understood, and no others. @returns what is wrong with them, or an empty string */
  mark(): string
  /** Lets others know that a script wrote the fields, as typing does. */
  dispatchChange(): void
}

interface Options {
  texts: { invalidPosition: string; invalidDirection: string }
  /** Called when something is typed. */
  onInput: () => void
}

export function createAimFields(form: HTMLFormElement, { texts, onInput }: Options): AimFields {
  const { lang } = document.documentElement
  const position = createTypedField(form, 'position', {
    parse: (text) => (text.trim() === '' ? null : parseTypedPosition(text, lang)),
    message: texts.invalidPosition,
    onInput,
  })
  const direction = createTypedField(form, 'direction', {
    parse: (text) => parseTypedDirection(text, lang),
    message: texts.invalidDirection,
    onInput,
  })
  return {
    read() {
      const typed = position.read()
      return { camera: typed ? toMapPoint(typed) : null, direction: direction.read() ?? null }
    },
    write(aim) {
      const isPlaced = position.write(aim.camera ? formatPosition(toPosition(aim.camera)) : '')
      const isTurned = direction.write(aim.direction === null ? '' : String(aim.direction))
      return { camera: isPlaced ? aim.camera : null, direction: isTurned ? aim.direction : null }
    },
    clear() {
      position.clear()
      direction.clear()
    },
    mark: () => [position.mark(), direction.mark()].join(' ').trim(),
    dispatchChange: () => position.dispatchChange(),
  }
}
