/**
 * The instance's time of an answer, in seconds since the epoch, from its `Date` (RFC 9110, section 6.6.1);
 * this machine's where an answer has none.
 */
export function serverTime(headers: Record<string, string>): number {
  const told = Date.parse(headers.date ?? '')
  return (Number.isNaN(told) ? Date.now() : told) / 1000
}
