/** Values of a record by the names of its members, as a client saw or sends them. */
export type Values = Readonly<Partial<Record<string, unknown>>>

/** The code of the error that reports a change by another person. */
export const CHANGED_MEANWHILE = 'changed_meanwhile'

/** An edit by a client that saw the record before, which others may have changed since. */
export interface SeenEdit {
  /** The members that the client changes, and that no one else may have changed since. */
  changed: readonly string[]
  /** The values that the client saw. A member without one is changed by others, whatever its value. */
  loaded: Values
  /** The values that the client sends. */
  values: Values
}

/** The members that a client sends with another value than it saw. */
export function listChanged<Name extends string>(
  names: readonly Name[],
  values: Values,
  loaded: Values,
): Name[] {
  return names.filter((name) => values[name] !== undefined && values[name] !== loaded[name])
}

/**
 * The changed members that others have set to a different value. Line breaks do not count, because browsers normalize
 * them, and remove them from fields of one line.
 */
export function listCollisions<Name extends string>(
  changed: readonly Name[],
  { loaded, values, current }: Omit<SeenEdit, 'changed'> & { current: Values },
): Name[] {
  return changed.filter((name) => {
    const stored = withoutLineBreaks(current[name])
    return [loaded[name], values[name]].every((value) => withoutLineBreaks(value) !== stored)
  })
}

function withoutLineBreaks(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/[\r\n]/g, '') : value
}

/** An update of members whose previous values a client names, if it has seen them. Others may change the rest. */
export function compareWith(values: Values, previous?: Values | null): SeenEdit {
  const loaded = previous ?? {}
  const changed = Object.keys(values).filter(
    (name) => values[name] !== undefined && loaded[name] !== undefined,
  )
  return { changed, loaded, values }
}
