/**
 * A field of which a script understands what people type. A text that it does not understand is marked, and scripts
 * leave it as it is: only the person who typed it changes it.
 */
export interface TypedField<Value> {
  /** Returns what the field holds; undefined if the text is not understood. */
  read(): Value | undefined
  /** Does nothing while the field holds a text that is not understood. @returns whether it wrote */
  write(text: string): boolean
  /** Empties the field, whatever it holds. */
  clear(): void
  /** Marks a text that is not understood, or ends the mark. @returns the message, empty if there is no such text */
  mark(): string
  /** Lets others know that a script wrote the field, as typing does. */
  dispatchChange(): void
}

interface Options<Value> {
  /** Returns undefined if the text is not understood. */
  parse: (text: string) => Value | undefined
  /** Says what may be typed. */
  message: string
  /** Called when something is typed. */
  onInput: () => void
}

/** The server may replace the fields of the form, so the field is looked up each time. */
export function createTypedField<Value>(
  form: HTMLFormElement,
  name: string,
  { parse, message, onInput }: Options<Value>,
): TypedField<Value> {
  const find = () => findField(form, name)
  const read = () => parse(find().value)
  const set = (text: string) => {
    find().value = text
    unmark(find())
  }
  const mark = () => {
    const isUnderstood = read() !== undefined
    if (isUnderstood) unmark(find())
    else markField(find(), message)
    return isUnderstood ? '' : message
  }
  form.addEventListener('input', ({ target }) => {
    if (target !== find()) return
    // A problem is only announced after the user stops typing.
    if (read() !== undefined) unmark(find())
    onInput()
  })
  form.addEventListener('change', ({ target }) => target === find() && mark())
  return {
    read,
    write(text) {
      const isUnderstood = read() !== undefined
      if (isUnderstood) set(text)
      return isUnderstood
    },
    clear: () => set(''),
    mark,
    dispatchChange: () => find().dispatchEvent(new Event('change', { bubbles: true })),
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Shows the message below the field, where the server shows its own. */
function markField(field: Field, message: string): void {
  unmark(field)
  const id = `${field.name}-note`
  field.closest('.field')?.append(createNote(id, message))
  field.ariaInvalid = 'true'
  field.setAttribute('aria-describedby', [...listDescriptions(field), id].join(' '))
}

/** Ends the mark of the server, too, which concerned an earlier text. */
function unmark(field: Field): void {
  const id = `${field.name}-note`
  document.querySelector(`#${id}`)?.remove()
  field.ariaInvalid = null
  const others = listDescriptions(field).filter((one) => one !== id)
  field.setAttribute('aria-describedby', others.join(' '))
}

function listDescriptions(field: Field): string[] {
  return field.getAttribute('aria-describedby')?.match(/\S+/g) ?? []
}

function createNote(id: string, message: string): HTMLElement {
  const note = document.createElement('p')
  note.className = 'error'
  note.id = id
  note.textContent = message
  return note
}

/** @throws Error if the form has no such field */
function findField(form: HTMLFormElement, name: string): Field {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`the form has no field ${name}`)
}
