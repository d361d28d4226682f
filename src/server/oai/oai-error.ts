/** The errors of OAI-PMH 2.0, section 3.6. There is always a format, and there are sets. */
export type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'

/** A request that the protocol answers with an error. */
export class OaiError extends Error {
  override name = 'OaiError'

  readonly code: OaiErrorCode

  constructor(code: OaiErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
