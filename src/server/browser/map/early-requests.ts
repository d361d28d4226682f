/** Responses to requests that began before the module that needs them was loaded. */
const begun = new Map<string, Promise<Response>>()

export function beginRequest(url: string): void {
  const response = fetch(url)
  // The module that takes it handles the failure.
  response.catch(() => undefined)
  begun.set(url, response)
}

/** Returns the response to a request that has begun, once, or else requests it. */
export function takeResponse(url: string): Promise<Response> {
  const response = begun.get(url) ?? fetch(url)
  begun.delete(url)
  return response
}

/** Forgets those that nobody has taken, since they would be outdated later. */
export function forgetResponses(): void {
  begun.clear()
}
