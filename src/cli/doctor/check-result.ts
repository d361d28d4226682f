/** What one examination found. */
export interface Outcome {
  check: string
  state: 'ok' | 'note' | 'warning' | 'error'
  message: string
  /** What to do about it. */
  hint: string | null
}

type Finish = (message: string, hint?: string) => Outcome

const outcome =
  (check: string, state: Outcome['state']): Finish =>
  (message, hint) => ({ check, state, message, hint: hint ?? null })

/** The four ways in which an examination ends. */
export function examination(check: string): Record<Outcome['state'], Finish> {
  return {
    ok: outcome(check, 'ok'),
    note: outcome(check, 'note'),
    warning: outcome(check, 'warning'),
    error: outcome(check, 'error'),
  }
}
