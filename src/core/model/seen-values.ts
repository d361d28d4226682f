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

/** The changed members that others have set to a different value. */
export function listCollisions<Name extends string>(
  changed: readonly Name[],
  { loaded, values, current }: Omit<SeenEdit, 'changed'> & { current: Values },
): Name[] {
  return changed.filter((name) => ![loaded[name], values[name]].includes(current[name]))
}

/** An update of members whose previous values a client names, if it has seen them. Others may change the rest. */
export function compareWith(values: Values, previous?: Values | null): SeenEdit {
  const loaded = previous ?? {}
  const changed = Object.keys(values).filter(
    (name) => values[name] !== undefined && loaded[name] !== undefined,
  )
  return { changed, loaded, values }
}
