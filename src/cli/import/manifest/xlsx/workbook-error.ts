/** A workbook is damaged, unsupported, or exceeds a limit. The message completes a sentence. */
export class WorkbookError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WorkbookError'
  }
}
