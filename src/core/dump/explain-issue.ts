import type { z } from 'zod'
import { shorten } from '../model/text.ts'

type Issue = z.core.$ZodIssue

/** Formats an issue of the schema as a message: `kb.uri: is missing`. */
export function explainIssue(issue: Issue, raw: object): string {
  if (issue.code === 'unrecognized_keys') {
    const field = fieldName([...issue.path, issue.keys[0] ?? ''])
    return `${field}: is not a field of such a line.`
  }
  return `${fieldName(issue.path)}: ${problem(issue, valueAt(raw, issue.path))}.`
}

function problem(issue: Issue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${expected(issue.expected)}, not ${shown(value)}`
    case 'invalid_value':
      return `should be ${issue.values.map(String).join(' or ')}, not ${shown(value)}`
    case 'too_small':
      return `should be ${bound(issue, 'at least', 'more than')} ${issue.minimum}, not ${shown(value)}`
    case 'too_big':
      return `should be ${bound(issue, 'at most', 'less than')} ${issue.maximum}, not ${shown(value)}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message
    default:
      return issue.message
  }
}

function bound({ inclusive }: { inclusive?: boolean }, within: string, beyond: string): string {
  return inclusive ? within : beyond
}

const EXPECTED: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

function expected(type: string): string {
  return EXPECTED[type] ?? type
}

function fieldName(path: PropertyKey[]): string {
  return path.map(String).join('.').slice(0, 100)
}

function valueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    raw,
  )
}

function shown(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'nothing', 60)
}
