/** A workbook that can't be read, or would take too much to read; the message says why. */
export class WorkbookError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WorkbookError'
  }
}
