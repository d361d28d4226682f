import fc from 'fast-check'
import type { AuthorizationFault, ClientFault, CodeFault } from './oauth-model.ts'

/** A step of a story. Numbers select existing objects: 0 is the newest, or the newest unused one. */
export type Operation =
  | { do: 'register'; confidential: boolean; permitted: boolean }
  | {
      do: 'authorize'
      user: number
      signedIn: boolean
      toWebsite: boolean
      client: number
      scope: string | undefined
      forced: boolean
      decision: 'allow' | 'cancel'
      fault: AuthorizationFault | undefined
    }
  | {
      do: 'exchange'
      code: number
      foreign: boolean
      fault: CodeFault | undefined
      times: number
    }
  | {
      do: 'refresh'
      token: number
      foreign: boolean
      scope: string | undefined
      fault: ClientFault | undefined
      times: number
    }
  | { do: 'revoke'; token: number; foreign: boolean; fault: ClientFault | undefined }
  | { do: 'withdraw'; user: number; client: number }
  | { do: 'wait'; seconds: number }
  | { do: 'purge' }
  | { do: 'restart' }

const newest = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat({ max: 7 }))
const either = fc.nat({ max: 1 })
const rarely = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true))
const times = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 5 }))

/** Usually no fault. */
const seldom = <T>(...values: T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values))

/** Around the end of the grace period and of a code. */
const SECONDS = [1, 10, 29.999_999, 30, 30.000_001, 59.999_999, 60]

/** Around the end of an access token and of a refresh token. */
const LONG = [3600, 8 * 3600 - 1, 8 * 3600, 86_400, 29 * 86_400, 30 * 86_400]

const moment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SECONDS) },
  fc.constantFrom(...LONG),
)

const clientFault = seldom<ClientFault>('not authenticated', 'missing parameter')

const operations = {
  register: fc.record({
    do: fc.constant('register' as const),
    confidential: fc.boolean(),
    permitted: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  authorize: fc.record({
    do: fc.constant('authorize' as const),
    user: either,
    signedIn: fc.constantFrom(true, true, true, true, false),
    toWebsite: fc.constantFrom(false, false, true),
    client: newest,
    scope: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(undefined, 'read', 'import', 'import read') },
      fc.constantFrom('read sing', ' '),
    ),
    forced: rarely,
    decision: fc.constantFrom('allow' as const, 'allow' as const, 'allow' as const, 'cancel'),
    fault: seldom<AuthorizationFault>(
      'plain method',
      'foreign redirect',
      'token response',
      'no response type',
      'no challenge',
    ),
  }),
  exchange: fc.record({
    do: fc.constant('exchange' as const),
    code: newest,
    foreign: rarely,
    fault: seldom<CodeFault>(
      'not authenticated',
      'missing parameter',
      'wrong verifier',
      'wrong redirect',
    ),
    times,
  }),
  refresh: fc.record({
    do: fc.constant('refresh' as const),
    token: newest,
    foreign: rarely,
    scope: fc.constantFrom(undefined, undefined, undefined, 'read', 'import', 'sing'),
    fault: clientFault,
    times,
  }),
  revoke: fc.record({
    do: fc.constant('revoke' as const),
    token: newest,
    foreign: rarely,
    fault: clientFault,
  }),
  withdraw: fc.record({ do: fc.constant('withdraw' as const), user: either, client: newest }),
  wait: fc.record({ do: fc.constant('wait' as const), seconds: moment }),
  purge: fc.record({ do: fc.constant('purge' as const) }),
}

const WEIGHTS: Record<keyof typeof operations, number> = {
  register: 1,
  authorize: 10,
  exchange: 7,
  refresh: 14,
  revoke: 2,
  withdraw: 1,
  wait: 7,
  purge: 1,
}

/** Generates stories of at most this many steps. */
export function stories(maxLength: number): fc.Arbitrary<Operation[]> {
  const weighted = Object.entries(operations).map(([name, arbitrary]) => ({
    weight: WEIGHTS[name as keyof typeof operations],
    arbitrary: arbitrary as fc.Arbitrary<Operation>,
  }))
  return fc.array(fc.oneof(...weighted), { minLength: 6, maxLength, size: 'max' })
}
