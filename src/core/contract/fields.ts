import { z } from 'zod'
import { PROBLEMS, toIssue } from '../base/problems/problem.ts'
import { REQUIRED } from './text-fields.ts'

/** Choices, numbers and ids in request bodies, with the error messages that clients know. */

/** One of several words. Absent, null or empty gives the fallback. */
export function optionalChoice<Word extends string>(words: readonly Word[], fallback: Word) {
  return z
    .string(PROBLEMS.not_text)
    .trim()
    .nullish()
    .transform((value, context): Word => {
      if (!value) return fallback
      const word = words.find((word) => word === value)
      if (word !== undefined) return word
      context.addIssue(notAChoice(value, words))
      return z.NEVER
    })
    .meta({ enum: [...words, '', null], default: fallback, examples: [fallback] })
}

/** One of several integers, as a number or a string. Absent, null or empty gives the fallback. */
export function optionalNumberChoice<Value extends number>(
  values: readonly Value[],
  fallback: Value,
) {
  return z
    .union([z.number(), z.string()], { error: NOT_AN_INTEGER })
    .nullish()
    .transform((given, context): Value => {
      if (given === undefined || given === null || given === '') return fallback
      const value = values.find((value) => String(value) === String(given).trim())
      if (value !== undefined) return value
      const isInteger = /^[+-]?\d+$/.test(String(given).trim())
      context.addIssue(isInteger ? notAChoice(given, values) : NOT_AN_INTEGER)
      return z.NEVER
    })
    .meta({ type: ['integer', 'null'], enum: [...values, null], default: fallback })
}

/** A required id, as a number or a string of digits. */
export function requiredId() {
  return z
    .union([z.number(), z.string()], {
      error: ({ input }) => (isAbsent(input) ? REQUIRED : NOT_AN_INTEGER),
    })
    .transform((given, context): number => {
      const text = String(given).trim()
      if (/^\d{1,15}$/.test(text)) return Number(text)
      context.addIssue(text === '' ? REQUIRED : NOT_AN_INTEGER)
      return z.NEVER
    })
    .meta({ type: 'integer', examples: [1] })
}

/** A boolean, also as a string (`true`, `1`). False if absent or null. */
export function optionalFlag() {
  return z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0', ''] })], {
      error: PROBLEMS.not_a_boolean,
    })
    .nullish()
    .transform((flag) => flag ?? false)
    .meta({ type: ['boolean', 'null'], default: false, examples: [true] })
}

/** A boolean, also as a string. Undefined if absent. */
export function optionalBoolean() {
  return z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })], {
      error: PROBLEMS.not_a_boolean,
    })
    .optional()
}

const NOT_AN_INTEGER = PROBLEMS.not_an_integer

/** A required UUID in any letter case. Returned in lower case. */
export function requiredUuid() {
  const text = z.string({ error: ({ input }) => (isAbsent(input) ? REQUIRED : NOT_A_UUID) })
  return text
    .trim()
    .transform((value, context) => {
      if (UUID.test(value)) return value.toLowerCase()
      context.addIssue(value === '' ? REQUIRED : NOT_A_UUID)
      return z.NEVER
    })
    .meta({ format: 'uuid', examples: ['7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'] })
}

const NOT_A_UUID = 'Must be a valid UUID.'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function isAbsent(input: unknown): boolean {
  return input === undefined || input === null
}

/** Most characters of an invalid value that an error message quotes. */
const MAX_SHOWN = 100

function notAChoice(given: string | number, choices: readonly (string | number)[]) {
  return toIssue(['not_a_choice', String(given).slice(0, MAX_SHOWN), choices])
}

/** A required number, also as a string. @param range such as `between 0 and 90` */
export function requiredNumber(isWithin: (value: number) => boolean, range: string) {
  return optionalNumber(isWithin, range).transform((value, context): number => {
    if (value !== null) return value
    context.addIssue(REQUIRED)
    return z.NEVER
  })
}

/** The same. Null if absent or blank. */
export function optionalNumber(isWithin: (value: number) => boolean, range: string) {
  return z
    .union([z.number(), z.string()], { error: NOT_A_NUMBER })
    .nullish()
    .transform((given, context): number | null => {
      const text = String(given ?? '').trim()
      if (text === '') return null
      const value = Number(text)
      if (!DECIMAL.test(text) || !Number.isFinite(value)) context.addIssue(NOT_A_NUMBER)
      else if (!isWithin(value)) context.addIssue(`Must be ${range}.`)
      // Turns minus zero into zero.
      return value + 0
    })
}

const NOT_A_NUMBER = 'A number with a decimal point is required, such as 52.374.'
/** `Number` would also accept hexadecimal and infinite numbers. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

/** An id, as a number or a string of digits. Null if absent or blank. */
export function optionalId() {
  return z.preprocess(
    (given) => (given === undefined || given === '' ? null : given),
    z.union([z.null(), requiredId()], { error: NOT_AN_INTEGER }),
  )
}

/** One of several words, in any letter case. */
export function requiredChoice<Word extends string>(words: readonly Word[]) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? REQUIRED : PROBLEMS.not_text),
    })
    .transform((given, context): Word => {
      const word = words.find((word) => word === given.trim().toLowerCase())
      if (word !== undefined) return word
      context.addIssue(given.trim() === '' ? REQUIRED : toIssue(['not_one_of', words]))
      return z.NEVER
    })
    .meta({ enum: [...words], examples: [words[0]] })
}
