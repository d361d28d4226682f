import { setTimeout as pause } from 'node:timers/promises'
import { numbersFrom, type Below } from '../seeded-numbers.ts'
import { canMount } from './disk.ts'
import { FAULTS, type Fault } from './faults.ts'
import { DISKS, openHost, type DiskName, type Host } from './host.ts'
import { SERVER_USER } from './host-user.ts'
import { Refusal } from './image-record.ts'
import {
  findSentence,
  observeCommand,
  observeDoctor,
  observeService,
  readComplaint,
  repair,
} from './repair.ts'
import { createTemplate } from './template.ts'

interface HostFaults {
  rounds: number
  /** The number of the first round; 1 by default. Each round depends on the seed and its number only. */
  first?: number
  seed: number
  onRound?: (round: number, figures: HostFaultFigures) => void
  onProblem?: (problem: string) => void
}

export interface HostFaultFigures {
  faults: number
  /** Faults that were impossible after another one. */
  impossible: number
  signals: number
  /** Writes that were acknowledged. */
  writes: number
  /** Rounds in which the catalog stayed in service. */
  unharmed: number
  /** How often each sentence was followed. */
  remedies: Record<string, number>
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const

/** Commands of administrators, which must work or say what is wrong. */
const COMMANDS = [
  ['admin', 'backup', 'create'],
  ['admin', 'license', 'list'],
  ['admin', 'storage', 'verify'],
  ['admin', 'user', 'list'],
]

/**
 * Lets one or two things go wrong on the host of a catalog in each round, while its server works, or between two starts.
 * The server and the commands must then work, or say in a sentence what to do. That is done, after which the catalog must
 * be in service, with every write that it acknowledged.
 */
export async function runHostFaults({ rounds, first = 1, seed, onRound, onProblem }: HostFaults) {
  const mounts = canMount()
  const known = FAULTS.filter(
    ({ byRoot, disk }) => (!byRoot || SERVER_USER) && (disk === undefined || mounts),
  )
  const problems: string[] = []
  const remedies: Record<string, number> = {}
  const figures = { faults: 0, impossible: 0, signals: 0, writes: 0, unharmed: 0, remedies }
  await using template = await createTemplate()
  for (let round = first; round < first + rounds; round += 1) {
    const below = numbersFrom(seed + 1000 * round)
    const faults = chooseFaults(known, below)
    try {
      await using host = await openHost(template, mounts ? chooseDisks(faults, below) : new Set())
      const followed = await runRound(host, { faults, below, figures })
      if (followed.length === 0) figures.unharmed += 1
      for (const name of followed) remedies[name] = (remedies[name] ?? 0) + 1
    } catch (error) {
      const names = faults.map(({ name }) => name).join(' and ')
      const problem = `seed ${seed}, round ${round}, ${names}: ${String((error as Error).stack)}`
      problems.push(problem)
      onProblem?.(problem)
    }
    onRound?.(round, figures)
  }
  return { problems, figures }
}

/** Most rounds have one fault, which is easier to understand. */
function chooseFaults(known: readonly Fault[], below: Below): Fault[] {
  const first = known[below(known.length)]!
  const others = known.filter((other) => other.of !== first.of && areCompatible(first, other))
  return below(3) > 0 ? [first] : [first, others[below(others.length)]!]
}

function areCompatible(one: Fault, other: Fault): boolean {
  const forbids = ({ noDisks = [] }: Fault, { disk }: Fault): boolean =>
    disk !== undefined && noDisks.includes(disk)
  return !forbids(one, other) && !forbids(other, one)
}

function chooseDisks(faults: readonly Fault[], below: Below): Set<DiskName> {
  const forbidden = faults.flatMap(({ noDisks = [] }) => noDisks)
  const needed = faults.map(({ disk }) => disk)
  return new Set(
    DISKS.filter((name) => needed.includes(name) || (!forbidden.includes(name) && below(3) === 0)),
  )
}

interface Round {
  faults: readonly Fault[]
  below: Below
  figures: HostFaultFigures
}

/** @returns the names of the sentences that were followed */
async function runRound(host: Host, { faults, below, figures }: Round): Promise<string[]> {
  await requireService(host)
  if (faults.some(({ withBackup }) => withBackup)) await work(host, 1)
  else if (below(2) === 0) await host.images.beginUpload(host.server!.baseUrl)
  if (faults.some(({ withBackup }) => withBackup))
    await requireSuccess(host, 'admin', 'backup', 'create')
  const whileRunning = faults.filter(({ when }) => when === 'running' || (!when && below(2) === 0))
  const working = faults.some(({ withBackup }) => withBackup) ? undefined : work(host, 1 + below(3))
  await pause(below(150))
  for (const fault of whileRunning) await inflict(fault)
  await working
  const atRest = faults.filter((each) => !whileRunning.includes(each))
  await interrupt(host, { below, figures, isEnd: atRest.length > 0 || below(3) > 0 })
  for (const fault of atRest) await inflict(fault)
  const followed = below(4) === 0 ? await repair(host, observeDoctor()) : []
  followed.push(...(await repair(host, observeService)))
  const command = COMMANDS[below(COMMANDS.length)]!
  followed.push(...(await repair(host, observeCommand(...command))))
  // A disk that is full may have had room for one image.
  followed.push(...(await repair(host, observeService)))
  figures.writes += host.images.writes
  return followed

  async function inflict(fault: Fault): Promise<void> {
    figures.faults += 1
    try {
      await fault.inflict(host)
    } catch {
      // Such as permissions of a file whose disk is missing.
      figures.impossible += 1
    }
  }
}

/** Imports and edits images. Faults may refuse that, with a sentence. */
async function work(host: Host, times: number): Promise<void> {
  const { images, server } = host
  try {
    for (let time = 0; time < times; time += 1) {
      await images.importImage(server!.baseUrl)
      await images.editImage(server!.baseUrl)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    findSentence(readComplaint(error))
  }
}

/** Suspends the server for a moment, or stops it. */
async function interrupt(
  host: Host,
  { below, figures, isEnd }: Omit<Round, 'faults'> & { isEnd: boolean },
): Promise<void> {
  const signal = SIGNALS[below(SIGNALS.length)]!
  const to = below(2) === 0 ? 'group' : 'process'
  figures.signals += 1
  if (below(4) === 0) {
    host.server?.signal('SIGSTOP', to)
    await pause(below(300))
    host.server?.signal('SIGCONT', to)
  }
  if (!isEnd) return
  const ended = await host.stop(signal, to)
  if (ended === undefined || signal === 'SIGKILL') return
  if (ended.code !== 0) throw new Error(`${signal} to the ${to}: ${ended.code} ${ended.said}`)
}

async function requireService(host: Host): Promise<void> {
  const statement = await observeService(host)
  if (statement) throw new Error(`not in service: ${statement.code} ${statement.text}`)
}

async function requireSuccess(host: Host, ...words: string[]): Promise<void> {
  const { code, said } = await host.catalog(...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${said}`)
}
