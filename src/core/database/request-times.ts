import type { Micros } from '../base/clock.ts'

/** A request that a limit counts. */
export interface CountedRequest {
  /** Name of the limit. */
  limit: string
  /** A client address or a user. */
  client: string
  perMinute: number
}

/** The times of the requests to all nodes within the last minute, for rate limits. */
export interface RequestTimes extends AsyncDisposable {
  /**
   * Records a request, unless the database has recorded `perMinute` of this limit and client within the last minute.
   * @returns 0 if it is recorded; otherwise, the time until the next one will be
   * @throws CatalogError kind `unavailable` or `busy` if the database cannot be used now
   */
  readonly record: (request: CountedRequest) => Promise<Micros>
}
