import type { core, ZodSafeParseResult, ZodType } from 'zod'

interface UnknownMembers {
  path: readonly PropertyKey[]
  keys: readonly string[]
}

/**
 * Parses the JSON of a response. Members that the schema does not know are ignored, as a newer server sends them.
 * @param body is changed
 */
export function parseResponse<T>(schema: ZodType<T>, body: unknown): ZodSafeParseResult<T> {
  const parsed = schema.safeParse(body)
  const unknown = parsed.success ? [] : listUnknown(parsed.error.issues)
  if (unknown.length === 0) return parsed
  for (const { path, keys } of unknown) {
    const object = path.reduce<unknown>((value, key) => (value as never)[key], body)
    for (const key of keys) Reflect.deleteProperty(object as object, key)
  }
  return parseResponse(schema, body)
}

function listUnknown(issues: readonly core.$ZodIssue[]): UnknownMembers[] {
  return issues.flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') return [{ path, keys: issue.keys }]
    const members = findMatch(issue)
    return listUnknown(members ?? []).map((found) => ({ ...found, path: [...path, ...found.path] }))
  })
}

/** Returns the issues of the alternative of a union that the value is, but for unknown members. */
function findMatch(issue: core.$ZodIssue): readonly core.$ZodIssue[] | undefined {
  if (issue.code !== 'invalid_union') return undefined
  return issue.errors.find((issues) =>
    issues.every((one) => one.code === 'unrecognized_keys' || findMatch(one) !== undefined),
  )
}
