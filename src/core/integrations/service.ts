import { CatalogError } from '../base/errors.ts'

/** A public service that is asked over HTTP. */
export interface Service {
  /** "Wikidata" */
  name: string
  /** Address of the API. */
  url: string
  /** Variable of the setting with the address. */
  setting: string
  /** Deadline of one attempt, and of a pause within the response. */
  timeoutMs: number
  /** The largest response. */
  maxBytes: number
}

/** Creates the error of a service that cannot answer now. @param problem a sentence */
export function busyService(
  service: Service,
  problem: string,
  retryAfterSeconds?: number,
): CatalogError {
  return new CatalogError('unavailable', `${service.name}: ${problem}`, {
    hint: `Try again later, or use another server with ${service.setting}.`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Creates the error of a response that a retry would not change. @param problem a sentence */
export function notUnderstood(service: Service, problem: string): CatalogError {
  return new CatalogError('unavailable', `${service.name}: ${problem}`, {
    code: 'not_understood',
    hint: `Check the address in ${service.setting}: ${service.url}`,
  })
}
