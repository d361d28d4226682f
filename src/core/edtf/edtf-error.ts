/** A text that is not a valid EDTF date. The message is for users. */
export class EdtfError extends Error {
  /** Position of the problem, counted from 1. */
  readonly position: number
  /** A valid text that was probably meant, or two joined by "or"; if known. */
  readonly suggestion: string | undefined

  /** @param offset counted from 0; the message counts from 1 */
  constructor(problem: string, offset: number, suggestion?: string) {
    const hint = suggestion === undefined ? '' : `: write ${suggestion}`
    super(`${problem} (position ${offset + 1})${hint}`)
    this.name = 'EdtfError'
    this.position = offset + 1
    this.suggestion = suggestion
  }
}
