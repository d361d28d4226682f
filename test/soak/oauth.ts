/**
 * Random stories of apps and people, told to a server and to a plain model of the rules: registrations,
 * authorizations, exchanges, refreshes, replays, several at once, revocations, withdrawn consents, time that
 * passes, and in between the server is stopped and started. Every answer must be the model's.
 * `OAUTH_STORIES` says how many (5,000 by default), `OAUTH_SEED` where they begin.
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

/** The test clock moves on by weeks, and there is an end to the years that it can tell. */
const STORIES_PER_CATALOGUE = 500

// A connection that is kept may be closed by the server just when it is used again, on a busy machine.
setGlobalDispatcher(new Agent({ pipelining: 0 }))

const withRestarts = fc
  .tuple(stories(40), fc.nat({ max: 400 }))
  .map(([story, place]) =>
    place > story.length ? story : story.toSpliced(place, 0, { do: 'restart' as const }),
  )

const answers = new Map<string, number>()
const began = performance.now()
for (let told = 0; told < STORIES; told += STORIES_PER_CATALOGUE) {
  await tellStories(Math.min(STORIES_PER_CATALOGUE, STORIES - told), SEED + told)
  console.log(`${Math.min(told + STORIES_PER_CATALOGUE, STORIES)} stories told`)
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
    startTestServer({ data: join(folder.path, 'data'), trustProxy: '1' }, { clock })
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
