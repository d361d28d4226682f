import { expect, test } from 'vitest'
import { importSpecimen } from '../../support/corpus/campaign.ts'
import type { Visit } from '../../support/corpus/campaign.ts'
import { corpus, sampleOf } from '../../support/corpus/corpus.ts'
import { readVerdicts } from '../../support/corpus/recorded.ts'
import type { Specimen } from '../../support/corpus/specimen.ts'
import { openImportApi } from '../../support/import-api.ts'
import type { ImportApi } from '../../support/import-api.ts'

// A sample of `npm run soak corpus`: some files of each expected verdict.
const SEED = 6
const OF_EACH = 2

/** Enough for ten imports, some of them repeated, on a busy machine. */
const TIMEOUT_MS = 120_000

/** Advances the clock for jobs that wait for another attempt. */
function visitOf({ server, importer, collection }: ImportApi): Visit {
  const { catalog, clock } = server
  const settle = async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await catalog.jobs.drain()
      clock.advance(20)
      catalog.jobs.wake()
    }
  }
  return { baseUrl: server.baseUrl, headers: importer, collection, catalog, settle }
}

test(
  'gives unusual files their expected verdicts, and keeps serving',
  { timeout: TIMEOUT_MS },
  async () => {
    await using api = await openImportApi()
    const all = corpus(api.server.catalog.images.accepted)
    const recorded = await readVerdicts()
    const expectedVerdict = ({ name, verdict }: Specimen) => verdict ?? recorded[name]
    const verdicts = new Set(all.map(expectedVerdict))
    expect(verdicts.size).toBe(5)
    for (const verdict of verdicts) {
      const alike = all.filter((specimen) => expectedVerdict(specimen) === verdict)
      for (const specimen of sampleOf(alike, SEED, OF_EACH)) {
        const { problems, verdict: got, said } = await importSpecimen(visitOf(api), specimen)
        expect({ name: specimen.name, got, problems }, said).toEqual({
          name: specimen.name,
          got: verdict,
          problems: [],
        })
      }
    }
    expect(await api.server.get('/api/v2/stats/')).toBeTypeOf('object')
  },
)

test('the corpus has at least 300 files and a verdict for each', async () => {
  const all = corpus([])
  const recorded = await readVerdicts()
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(all.filter(({ name }) => name.startsWith('bomb')).length).toBeGreaterThanOrEqual(40)
  const altered = all.filter(({ verdict }) => verdict === undefined).map(({ name }) => name)
  expect(Object.keys(recorded).sort()).toEqual(altered.sort())
})
