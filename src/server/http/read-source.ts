import type { Context } from 'koa'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Links } from './links.ts'
import { readCookie, SESSION_COOKIE } from '../oauth/cookies.ts'
import type { Reply } from './reply.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import type { Route } from './route.ts'

/** Catalog from which a request reads, and the cache of responses from it. */
export interface ReadSource {
  catalog: Catalog
  cache: ResponseCache
}

export interface ReadSources {
  /** Answers a request from the replica if it may lag and the replica can answer, else from the database itself. */
  read(
    declared: Route,
    ctx: Context,
    answer: (source: ReadSource) => Promise<Reply>,
  ): Promise<Reply>
}

/**
 * Decides which requests a replica may answer: anonymous ones to routes that declare `mayLag`. Users who just wrote send
 * a token or a session, and read what they wrote. Errors do not come from a replica: it may not have the image yet, or
 * have stopped since it was chosen, and the database itself knows.
 */
export function createReadSources(catalog: Catalog, links: Links): ReadSources {
  const { replica } = catalog
  const primary = toSource(catalog)
  if (!replica) return { read: (_declared, _ctx, answer) => answer(primary) }
  const { reads, lists, readVersion } = replica
  const copy = toSource({ ...catalog, reads, lists, readVersion })
  return {
    async read(declared, ctx, answer) {
      if (!declared.mayLag || !isAnonymous(ctx, links) || !replica.canAnswer())
        return answer(primary)
      try {
        return await answer(copy)
      } catch (error) {
        replica.reportFailure(error)
        return await answer(primary)
      }
    },
  }
}

function toSource(catalog: Catalog): ReadSource {
  return { catalog, cache: createResponseCache(catalog.readVersion) }
}

function isAnonymous({ headers, cookies }: Context, links: Links): boolean {
  const cookie = (name: string) => cookies.get(name)
  return headers.authorization === undefined && !readCookie({ links, cookie }, SESSION_COOKIE)
}
