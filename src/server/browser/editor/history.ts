import { fill, readEntered, type Fields } from '../forms/draft.ts'
import { isTyping } from '../forms/shortcuts.ts'
import { listenToActions } from './actions.ts'

/** Access to the drawing of an editor: plain data, of which the fields of the form may lack a part. */
export interface Drawing<Drawn> {
  read(): Drawn
  /** Draws it again, after the fields of the form were filled in. */
  restore(drawn: Drawn): void
  isSame(one: Drawn, other: Drawn): boolean
}

/** A state of an editor: what was entered and what was drawn. */
interface State<Drawn> {
  entered: Fields
  drawn: Drawn
}

/** An area may have thousands of corners in each state. */
const MAX_STATES = 100

/**
 * Lets people undo what they changed in an editor, and redo it: by its buttons `undo` and `redo`, by Ctrl+Z, and by
 * Ctrl+Shift+Z or Ctrl+Y. In a field of text, these keys stay those of the browser. A state is added with each `change`
 * event of the form.
 */
export function keepHistory<Drawn>(form: HTMLFormElement, drawing: Drawing<Drawn>): void {
  const read = (): State<Drawn> => ({ entered: readEntered(form), drawn: drawing.read() })
  let states = [read()]
  let current = 0

  const isSame = (one: State<Drawn>, other: State<Drawn>) =>
    JSON.stringify(one.entered) === JSON.stringify(other.entered) &&
    drawing.isSame(one.drawn, other.drawn)

  const showSteps = () => {
    for (const [action, by] of STEPS)
      for (const button of form.querySelectorAll(`[data-action="${action}"]`))
        button.ariaDisabled = String(states[current + by] === undefined)
  }

  const add = (state: State<Drawn>) => {
    const known = states[current]
    if (known && isSame(known, state)) return
    states = [...states.slice(0, current + 1), state].slice(-MAX_STATES)
    current = states.length - 1
    showSteps()
  }

  const step = (by: Step) => {
    const state = states[current + by]
    if (!state) return
    current += by
    fill(form, state.entered)
    drawing.restore(state.drawn)
    showSteps()
  }

  form.addEventListener('change', () => add(read()))
  listenToActions(form, { undo: () => step(-1), redo: () => step(1) })
  document.addEventListener('keydown', (event) => {
    const by = isTyping(event) ? undefined : findStep(event)
    if (!by) return
    event.preventDefault()
    step(by)
  })
  showSteps()
}

type Step = -1 | 1

/** By the actions of buttons. */
const STEPS: ReadonlyMap<string, Step> = new Map([
  ['undo', -1],
  ['redo', 1],
])

/** Finds the step of a combination of keys. macOS has Cmd in the place of Ctrl. */
function findStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Step | undefined {
  if (altKey || ctrlKey === metaKey) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 1 : -1
    case 'y':
      return ctrlKey ? 1 : undefined
    default:
      return undefined
  }
}
