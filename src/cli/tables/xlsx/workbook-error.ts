import { XmlError } from '../../../core/model/xml-reader.ts'

/** A workbook is damaged, unsupported, or exceeds a limit. The message completes a sentence. */
export class WorkbookError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WorkbookError'
  }
}

/** Whether the workbook is at fault, or the XML in it. */
export function isWorkbookError(error: unknown): error is WorkbookError | XmlError {
  return error instanceof WorkbookError || error instanceof XmlError
}
