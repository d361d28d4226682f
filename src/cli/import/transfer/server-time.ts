/**
 * The time of a response in seconds since the epoch, from its `Date` header (RFC 9110, section 6.6.1), or
 * from the local clock if the response has none.
 */
export function readServerTime(headers: Record<string, string>): number {
  const time = Date.parse(headers.date ?? '')
  return (Number.isNaN(time) ? Date.now() : time) / 1000
}
