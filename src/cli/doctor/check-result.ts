/** What one examination found. */
export interface CheckResult {
  check: string
  state: 'ok' | 'note' | 'warning' | 'error'
  message: string
  /** What to do about it. */
  hint: string | null
}

type Finish = (message: string, hint?: string) => CheckResult

const outcome =
  (check: string, state: CheckResult['state']): Finish =>
  (message, hint) => ({ check, state, message, hint: hint ?? null })

/** The four ways in which an examination ends. */
export function createResults(check: string): Record<CheckResult['state'], Finish> {
  return {
    ok: outcome(check, 'ok'),
    note: outcome(check, 'note'),
    warning: outcome(check, 'warning'),
    error: outcome(check, 'error'),
  }
}
