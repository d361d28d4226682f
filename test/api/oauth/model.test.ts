import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tell } from '../../support/oauth-campaign.ts'
import { stories } from '../../support/oauth-operations.ts'
import { startTestServer } from '../../support/test-server.ts'

test('responses match the model for random sequences of actions', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  const stage = { server, answers: new Map<string, number>() }
  await fc.assert(
    fc.asyncProperty(stories(30), (operations) => tell(stage, operations)),
    { numRuns: 12, seed: 7 },
  )
  // The sample has to cover these outcomes.
  expect([...stage.answers.keys()]).toEqual(
    expect.arrayContaining([
      'authorize: code',
      'authorize: sign-in',
      'consent: error access_denied',
      'exchange: 200 read',
      'exchange: 400 invalid_grant',
      'refresh: 200 read',
      'refresh: 400 invalid_grant',
      'revoke: 200',
      'withdraw',
      'me: read',
      'me: 401',
    ]),
  )
})

test('responses match the model with an absolute lifetime of authorizations', async () => {
  // As short as an access token, so that the waits of a sequence reach the end of a chain.
  await using server = await startTestServer({
    dev: false,
    trustProxy: '1',
    refreshChainSeconds: '7200',
  })
  const stage = { server, answers: new Map<string, number>() }
  await fc.assert(
    fc.asyncProperty(stories(30), (operations) => tell(stage, operations)),
    { numRuns: 6, seed: 11 },
  )
  expect([...stage.answers.keys()]).toEqual(
    expect.arrayContaining(['refresh: 200 read', 'refresh: 400 invalid_grant', 'me: 401']),
  )
})
