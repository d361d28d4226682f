import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMount } from '../support/host-faults/disk.ts'
import { FAULTS } from '../support/host-faults/faults.ts'
import { DISKS, openHost, type DiskName, type Host } from '../support/host-faults/host.ts'
import { SERVER_USER } from '../support/host-faults/host-user.ts'
import {
  findSentence,
  observeCommand,
  observeDoctor,
  observeService,
  repair,
  type Observe,
} from '../support/host-faults/repair.ts'
import { SENTENCES } from '../support/host-faults/sentences.ts'
import { createTemplate } from '../support/host-faults/template.ts'
import { runsOf } from '../support/property-runs.ts'

const template = await createTemplate()
afterAll(() => template[Symbol.asyncDispose]())

const EXAMPLES = SENTENCES.flatMap(({ name, example }) => {
  if (example === undefined) return []
  const [fault, command] = example
  return [{ name, command, fault: FAULTS.find((each) => each.name === fault)! }]
})

/** An eighth of them, another one each day, since each starts a server twice. `npm run soak properties` tries all. */
const SHARE = Math.ceil(8 / runsOf(1))
const SEED = Number(env.SEED ?? Math.floor(Date.now() / 86_400_000))
const SAMPLE = EXAMPLES.filter((_, index) => index % SHARE === SEED % SHARE)

const PLACES: readonly [string, DiskName | undefined][] = [
  ['without disks of its own', undefined],
  ...DISKS.map((name): [string, DiskName] => [`with a disk of ${name}`, name]),
]
const USED = PLACES.filter(([, disk]) => SAMPLE.some(({ fault }) => fault.disk === disk))

/** Examples use one host after another, because starting a server takes longer than most commands. */
describe.each(USED)(`on a host %s (SEED=${SEED})`, (_, disk) => {
  const examples = SAMPLE.filter(
    ({ fault }) => fault.disk === disk && (!fault.byRoot || SERVER_USER),
  )
  const isPossible = disk === undefined || canMount()
  let host: Host

  beforeAll(async () => {
    if (isPossible) host = await openHost(template, new Set(disk === undefined ? [] : [disk]))
  })
  afterAll(() => host?.[Symbol.asyncDispose]())

  test.skipIf(!isPossible).each(examples)(
    '$command says what to do about $fault.name',
    async ({ name, command, fault }) => {
      if (fault.withBackup) expect(await observeBackup(host)).toBeUndefined()
      await host.stop('SIGTERM')
      await fault.inflict(host)
      const observe = observerOf(command)
      const statement = await observe(host)
      expect(statement && findSentence(statement).sentence.name).toBe(name)
      await repair(host, observe)
    },
  )

  test.skipIf(!isPossible)('is in service afterwards', async () => {
    expect(await observeService(host)).toBeUndefined()
  })
})

const observeBackup = observeCommand('admin', 'backup', 'create')

function observerOf(command: string): Observe {
  const [first = '', ...words] = command.split(' ')
  if (first === 'serve') return observeService
  return first === 'doctor' ? observeDoctor(...words) : observeCommand(first, ...words)
}
