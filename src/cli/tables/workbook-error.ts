import { XmlError } from '../../core/model/xml-reader.ts'

/** A workbook is damaged, unsupported, or exceeds a limit. The message completes a sentence. */
export class WorkbookError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WorkbookError'
  }
}

export const MAX_SHEETS = 1024

export function createLimitError(items: string, limit: number): WorkbookError {
  return new WorkbookError(`it has more than ${limit.toLocaleString('en')} ${items}`)
}

/** Whether the workbook is at fault, or the XML in it. */
export function isWorkbookError(error: unknown): error is WorkbookError | XmlError {
  return error instanceof WorkbookError || error instanceof XmlError
}
