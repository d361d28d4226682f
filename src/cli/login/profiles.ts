import { formatTimestamp } from '../../core/base/clock.ts'
import type { Cli } from '../cli.ts'
import { findInstance, getProfileName } from './choose-instance.ts'
import { getCredentialsPath } from './credentials-file.ts'
import { readCredentials } from './credentials.ts'
import { withCredentialsLock } from './credentials-lock.ts'
import { signOut, type SignedOut } from './sign-out.ts'

/** An instance and its signed-in user, as `catalog profile list` shows it. */
export interface Profile {
  name: string
  url: string
  /** Null if signed out. */
  username: string | null
  /** Whether it is the default instance. */
  current: boolean
  expires_at: string | null
  token_from: string
}

/** Lists all profiles, sorted by name. */
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

/** Makes an instance the default. @returns its base URL */
export async function useProfile(cli: Cli, named: string): Promise<string> {
  return await withCredentialsLock(cli, async (current, save) => {
    const url = findInstance(current, named)
    await save({ ...current, last: url })
    return url
  })
}

/**
 * Signs out and removes the profile.
 * @returns undefined if it was already signed out
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
