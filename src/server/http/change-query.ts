/**
 * Changes parameters in the query of a path, to which it adds a trailing slash.
 * @param changes by name; null removes a parameter
 */
export function changeQuery(
  target: string,
  changes: Readonly<Record<string, string | null>>,
): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : ''
  return path.replace(/\/?$/, '/') + search
}
