import { expect, test, vi } from 'vitest'
import { POLICY } from '../../src/cli/import/journal/row-state-machine.ts'
import { createFullAlbum } from '../support/album.ts'
import { createRandom, runCampaign } from '../support/campaign.ts'
import {
  NO_CHAOS,
  startChaosProxy,
  type Fault,
  type RequestKind,
  type Speech,
} from '../support/chaos-proxy.ts'
import { openImportCli } from '../support/import-cli.ts'

vi.setConfig({ testTimeout: 90_000 })

const FAULTS: Fault[] = ['drop_before', 'drop_after', 'late', 'twice', 'half']
const SPEECHES: Speech[] = ['ours', 'plain 404', 'plain 409']
const ROWS = 10

test.each(SPEECHES)(
  'makes one image of each row despite lost requests, with responses like %s',
  async (speech) => {
    await using proxy = await startChaosProxy()
    await using cli = await openImportCli({ url: proxy.url })
    await using album = await createFullAlbum(ROWS)
    proxy.target = cli.server.boundUrl
    const random = createRandom(20_261_121)
    const argv = [album.manifest, '--collection', String(cli.collection), '--json']
    proxy.options = {
      ...NO_CHAOS,
      speech,
      fault: (kind) =>
        kind !== 'read' && random() < 0.2 ? FAULTS[Math.floor(random() * 5)] : undefined,
    }
    await cli.run(argv)
    proxy.options = { ...NO_CHAOS, speech }
    const last = await cli.run(argv)
    const { summary, rows } = JSON.parse(last.stdout)
    const images = await cli.images()
    const titles = images.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(summary.failed).toBe(0)
    // After a lost cancel, the outcome of a row is unknown until its slot expires.
    expect(images.length + summary.unfinished).toBeGreaterThanOrEqual(ROWS)
    for (const { state, image_id } of rows) {
      if (state === 'imported') expect(images.map(({ id }) => id)).toContain(image_id)
    }
  },
)

const KINDS: RequestKind[] = ['slot', 'put', 'commit', 'cancel']

test.each(KINDS)('repeats a %s whose response was lost', async (lost) => {
  await using proxy = await startChaosProxy()
  await using cli = await openImportCli({ url: proxy.url })
  await using album = await createFullAlbum(2)
  proxy.target = cli.server.boundUrl
  let faults = 0
  const fault = (kind: RequestKind): Fault | undefined =>
    kind === lost && faults++ < 2 ? 'drop_after' : undefined
  proxy.options = { ...NO_CHAOS, fault }
  const argv = [album.manifest, '--collection', String(cli.collection)]
  const { code } = await cli.run(argv)
  expect(code).toBe(0)
  expect(await cli.images()).toHaveLength(2)
})

test('keeps the metadata of a picture that needs a second slot after lost commits', async () => {
  await using proxy = await startChaosProxy()
  await using cli = await openImportCli({ url: proxy.url })
  await using album = await createFullAlbum(2)
  proxy.target = cli.server.boundUrl
  let commits = 0
  const fault = (kind: RequestKind): Fault | undefined =>
    kind === 'commit' && commits++ < POLICY.maxLostCommits ? 'drop_before' : undefined
  proxy.options = { ...NO_CHAOS, fault }
  const argv = [album.manifest, '--collection', String(cli.collection), '--concurrency', '1']
  const { code, stderr } = await cli.run(argv)
  expect(stderr).toContain('2 imported')
  expect(stderr).toContain('2 of 2 images, 542 B of 542 B')
  expect(code).toBe(0)
  const titles = (await cli.images()).map(({ title }) => title)
  expect(titles).toEqual(['Picture 1', 'Picture 2'])
})

test('neither duplicates, loses nor damages images if importers and servers are killed and files vanish', async () => {
  const options = {
    rows: 12,
    kills: 3,
    seed: 20_261_121,
    speech: 'plain 404',
    faults: 0.04,
    vanishing: 0.2,
  } as const
  const { failures, kills } = await runCampaign(options)
  expect(failures).toEqual([])
  expect(kills.client + kills.server).toBeGreaterThan(0)
})
