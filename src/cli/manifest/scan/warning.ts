/** A problem of an image, for the columns `_code` and `_message`. */
export interface Warning {
  code: string
  /** A sentence. */
  message: string
}
