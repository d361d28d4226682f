/** A text that is not a date in the Extended Date/Time Format; the message is written for a person. */
export class EdtfError extends Error {
  /** Where the trouble begins, counted from 1. */
  readonly position: number
  /** A legal text that was probably meant, if one is easy to guess. */
  readonly instead: string | undefined

  /** `at` counts from 0, as string indices do; the message counts from 1, as people do. */
  constructor(problem: string, at: number, instead?: string) {
    const hint = instead === undefined ? '' : `: write ${instead}`
    super(`${problem} (position ${at + 1})${hint}`)
    this.name = 'EdtfError'
    this.position = at + 1
    this.instead = instead
  }
}
