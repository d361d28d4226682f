import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../../../src/core/processes/lower-priority.ts'
import type { AttackedTarget } from './attackers.ts'
import type { LoadResult } from './campaign.ts'

export interface AttackOptions {
  target: Omit<AttackedTarget, 'fetch' | 'images'>
  seed: number
  seconds: number
}

const PROCESS = fileURLToPath(new URL('attacker-process.ts', import.meta.url))

/**
 * Attacks a server from one address. The attacker is a process of low priority, since its own computer
 * would not take processor time from the server, nor from those whose requests are measured.
 */
export async function attack(options: AttackOptions): Promise<LoadResult> {
  // In a session of its own, because Linux compares priorities within a session only.
  const child = fork(PROCESS, { detached: true })
  lowerPriority(child.pid!, 'lowest')
  child.send(options)
  const [result] = (await once(child, 'message')) as [LoadResult]
  return result
}
