/** The result of one check. */
export interface CheckResult {
  check: string
  state: 'ok' | 'note' | 'warning' | 'error'
  message: string
  /** Advice to the user; null if there is nothing to do. */
  hint: string | null
}

type CreateResult = (message: string, hint?: string) => CheckResult

const createResult =
  (check: string, state: CheckResult['state']): CreateResult =>
  (message, hint) => ({ check, state, message, hint: hint ?? null })

/** Returns functions that create the four possible results of a check. */
export function createResults(check: string): Record<CheckResult['state'], CreateResult> {
  return {
    ok: createResult(check, 'ok'),
    note: createResult(check, 'note'),
    warning: createResult(check, 'warning'),
    error: createResult(check, 'error'),
  }
}
