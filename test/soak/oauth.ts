/**
 * Runs random stories of apps and users on a server and on a model of the rules: registrations, authorizations,
 * exchanges, refreshes, replays, concurrent requests, revocations, withdrawn consents, time that passes, and restarts
 * of the server. Every response has to match the model. `OAUTH_STORIES` sets their number (5,000 by default),
 * `OAUTH_SEED` the seed.
 */

import fc from 'fast-check'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { Agent, setGlobalDispatcher } from 'undici'
import { tell, type Stage } from '../support/oauth-campaign.ts'
import { stories } from '../support/oauth-operations.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { createTestClock } from '../support/test-clock.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const STORIES = sizeOf('OAUTH_STORIES', 5000)
const SEED = Number(env.OAUTH_SEED ?? seedOf(1))

/** A story advances the test clock by weeks, and the range of its years is limited. */
const STORIES_PER_CATALOG = 500

// On a busy machine the server may close an idle connection just when a request reuses it.
setGlobalDispatcher(new Agent({ pipelining: 0 }))

const withRestarts = fc
  .tuple(stories(40), fc.nat({ max: 400 }))
  .map(([story, place]) =>
    place > story.length ? story : story.toSpliced(place, 0, { do: 'restart' as const }),
  )

const answers = new Map<string, number>()
const began = performance.now()
for (let told = 0; told < STORIES; told += STORIES_PER_CATALOG) {
  await tellStories(Math.min(STORIES_PER_CATALOG, STORIES - told), SEED + told)
  console.log(`${Math.min(told + STORIES_PER_CATALOG, STORIES)} stories told`)
}
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(`${STORIES} stories in ${seconds} s, every answer as the model has it`)
for (const [what, times] of [...answers].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${String(times).padStart(8)}  ${what}`)
const asked = [...answers.values()].reduce((sum, times) => sum + times, 0)
endCampaign({ size: `${STORIES} stories`, seed: SEED, failures: 0, figures: { answers: asked } })

async function tellStories(numRuns: number, seed: number): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
  const clock = createTestClock()
  const start = (): Promise<TestServer> =>
    startTestServer({ data: join(folder.path, 'data'), dev: false, trustProxy: '1' }, { clock })
  const stage: Stage = {
    server: await start(),
    answers,
    async restart() {
      await stage.server[Symbol.asyncDispose]()
      answers.set('restart', (answers.get('restart') ?? 0) + 1)
      return start()
    },
  }
  try {
    await fc.assert(
      fc.asyncProperty(withRestarts, (story) => tell(stage, story)),
      { numRuns, seed },
    )
  } finally {
    await stage.server[Symbol.asyncDispose]()
  }
}
