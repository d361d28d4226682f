/**
 * Waits for a promise that is not canceled, because others may wait for it.
 * @throws the signal's reason as soon as it is aborted
 */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const abortion = Promise.withResolvers<never>()
  const abort = (): void => abortion.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, abortion.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
