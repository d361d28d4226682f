import { ACCESS_PROBLEMS } from './access-problems.ts'
import { AREA_PROBLEMS } from './area-problems.ts'
import { CONTRIBUTION_PROBLEMS } from './contribution-problems.ts'
import { FIELD_PROBLEMS } from './field-problems.ts'
import { OUTAGE_PROBLEMS } from './outage-problems.ts'
import { RECORD_PROBLEMS } from './record-problems.ts'
import { REVERT_PROBLEMS } from './revert-problems.ts'
import { SIGN_IN_PROBLEMS } from './sign-in-problems.ts'

/**
 * Problems that users of pages may meet, with their English sentences, which the API and the command line use. The
 * pages have the same sentences in each language. The codes stay inside the program.
 */
export const PROBLEMS = {
  ...ACCESS_PROBLEMS,
  ...SIGN_IN_PROBLEMS,
  ...OUTAGE_PROBLEMS,
  ...FIELD_PROBLEMS,
  ...AREA_PROBLEMS,
  ...CONTRIBUTION_PROBLEMS,
  ...RECORD_PROBLEMS,
  ...REVERT_PROBLEMS,
}

/** The sentences of all problems in one language. */
export type ProblemSentences = typeof PROBLEMS

type ProblemCode = keyof ProblemSentences

/** A problem: its code, and the parameters of its sentence. */
export type Problem = {
  [Code in ProblemCode]: ProblemSentences[Code] extends (...parameters: infer Parameters) => string
    ? readonly [code: Code, ...Parameters]
    : readonly [code: Code]
}[ProblemCode]

/** Writes the sentence of a problem. */
export function formatProblem(
  [code, ...parameters]: Problem,
  sentences: ProblemSentences = PROBLEMS,
): string {
  const sentence = sentences[code] as string | ((...parameters: readonly unknown[]) => string)
  return typeof sentence === 'string' ? sentence : sentence(...parameters)
}

/** Finds the problem without parameters that has this English sentence. */
export function findProblem(sentence: string): Problem | undefined {
  const [code] = Object.entries(PROBLEMS).find(([, known]) => known === sentence) ?? []
  return code === undefined ? undefined : ([code] as unknown as Problem)
}

/** Converts a problem to the arguments of `addIssue` and `refine` of zod. */
export function toIssue(problem: Problem) {
  return { code: 'custom' as const, message: formatProblem(problem), params: { problem } }
}
