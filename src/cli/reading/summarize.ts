/** Members that name an object, in order of preference. */
const NAMES = ['name', 'title', 'display_name'] as const

/** Replaces the objects within an object of the API by short texts, for tables and for people. */
export function summarize(item: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).map(([member, value]) => [member, summarizeValue(value as unknown)]),
  )
}

function summarizeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(summarizeValue)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  if (members.kb_id !== undefined) return members.kb_id
  const name = NAMES.find((name) => typeof members[name] === 'string')
  return name === undefined ? describeMembers(members) : members[name]
}

/** `confidence high, georeferenced_by ada`: the members that hold a text or a number. */
function describeMembers(members: Record<string, unknown>): string {
  return Object.entries(members)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([member, value]) => `${member.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ')
}
