/** Responses to requests that were sent before the module that needs them was loaded. */
const begun = new Map<string, Promise<Response>>()

export function beginRequest(url: string): void {
  const response = fetch(url)
  // The module that takes it handles the failure.
  response.catch(() => undefined)
  begun.set(url, response)
}

/** Returns the response to an early request, once, or else sends the request now. */
export function takeResponse(url: string): Promise<Response> {
  const response = begun.get(url) ?? fetch(url)
  begun.delete(url)
  return response
}

/** Drops the responses that no module has taken, which would be stale by the time it asks. */
export function forgetResponses(): void {
  begun.clear()
}
