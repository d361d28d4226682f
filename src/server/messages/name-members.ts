/** Lists members of an object by their names. Those without one stay as in the API. */
export function nameMembers(
  names: Readonly<Record<string, string>>,
  members: readonly { name: string }[],
): string {
  return members.map(({ name }) => names[name] ?? name).join(', ')
}
