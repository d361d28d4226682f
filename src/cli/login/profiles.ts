import { formatTimestamp } from '../../core/clock.ts'
import type { Cli } from '../cli.ts'
import { findInstance, getProfileName } from './choose-instance.ts'
import { getCredentialsPath } from './credentials-file.ts'
import { readCredentials } from './credentials.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { signOut, type SignedOut } from './sign-out.ts'

/** One known instance, and who one is there. */
export interface Profile {
  name: string
  url: string
  /** Null when nobody is signed in. */
  username: string | null
  /** Whether commands go there that name no instance. */
  current: boolean
  expires_at: string | null
  token_from: string
}

/** All that are known, by name. */
export async function listProfiles(cli: Cli): Promise<Profile[]> {
  const { instances, last } = await readCredentials(cli)
  const profiles = Object.entries(instances).map(([url, instance]) => {
    const facts = instance.tokens ?? instance.unreadable?.facts
    return {
      name: getProfileName(url, instance.name),
      url,
      username: facts?.username ?? null,
      current: url === last,
      expires_at: facts ? formatTimestamp(facts.expires_at) : null,
      token_from: instance.store ?? getCredentialsPath(cli.env),
    }
  })
  return profiles.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Sends commands that name no instance there from now on. @returns its base URL */
export async function useProfile(cli: Cli, named: string): Promise<string> {
  return await withCredentialsLock(cli, async (current, save) => {
    const url = findInstance(current, named)
    await save({ ...current, last: url })
    return url
  })
}

/**
 * Signs out and forgets the instance altogether.
 * @returns what became of the sign-in, where there was one
 */
export async function removeProfile(cli: Cli, named: string): Promise<SignedOut | undefined> {
  const url = findInstance(await readCredentials(cli), named)
  const [signedOut] = await signOut(cli, { urls: [url] })
  await withCredentialsLock(cli, async ({ last, ...current }, save) => {
    const { [url]: _, ...instances } = current.instances
    await save({ ...current, ...(last !== url && last !== undefined && { last }), instances })
  })
  return signedOut
}
