import type { ResourceApi } from '../api.ts'
import type { Cli } from '../cli.ts'
import { hint } from '../output.ts'
import { withRetry } from '../retry.ts'

interface PublicObject {
  path: string
  public: boolean
}

/**
 * Publishes or hides sources or collections, one per request, because each may have many images.
 * @param objects as they are now
 * @returns for each, the response of the API and whether it changed
 */
export async function setPublic(
  cli: Cli,
  api: ResourceApi,
  { objects, isPublic }: { objects: readonly PublicObject[]; isPublic: boolean },
) {
  const { z } = await import('zod')
  const changes = []
  for (const { path, public: wasPublic } of objects) {
    cli.signal.throwIfAborted()
    const request = { method: 'PATCH', path, body: { public: isPublic } } as const
    const limits = { cli, signal: cli.signal, maxDelaySeconds: 120 }
    const item = await withRetry(limits, () => api.send(request, z.unknown()))
    changes.push({ item, isChanged: wasPublic !== isPublic })
  }
  if (!isPublic && changes.some(({ isChanged }) => isChanged)) tellWhatRemains(cli)
  return changes
}

/** Says what happens to the addresses of pictures that were hidden. */
export function tellWhatRemains(cli: Cli): void {
  hint(
    cli,
    'The addresses of pictures that were public have ended. Jobs give the pictures new ones: a running server does it, or catalog admin job run. Browsers and CDNs can show what they stored for up to a year.',
  )
}
