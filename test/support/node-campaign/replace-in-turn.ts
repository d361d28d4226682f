import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { Scope } from '../../../src/core/auth/caller.ts'
import type { LaterMigration } from '../next-version.ts'
import type { NodeCluster } from '../node-cluster.ts'
import type { NodeProcess } from '../node-processes.ts'
import { PROGRAM, runProgram } from '../program.ts'
import type { Seed } from '../seed.ts'
import { bearer, issueToken } from '../tokens.ts'
import {
  restartInTurn,
  type Load,
  type LoadResult,
  type RepeatedRequest,
} from './restart-in-turn.ts'
import { createSlotClient } from './slot-client.ts'

/** Changes all tables of the catalog. */
const changeTables = (change: string): string => `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public'
      and tablename not in ('spatial_ref_sys', 'kysely_migration', 'expansion', 'later_shelf')
    loop execute format('alter table %I ${change} column later_note', name) || '${change === 'add' ? ' text' : ''}'; end loop;
  end $$`

/** Migrations of the next version: more columns than the former one knows in all tables, a new table and an index. */
export const LATER_MIGRATIONS: Readonly<Record<string, LaterMigration>> = {
  '9001-expansion': {
    phase: 'expand',
    statements: `${changeTables('add')};
      create table later_shelf (image_id bigint primary key references image, note text);
      create index later_note_index on image (later_note) where later_note is not null`,
  },
  '9002-contraction': {
    phase: 'contract',
    statements: `${changeTables('drop')}; drop table later_shelf`,
  },
}

export interface Replacement {
  cluster: NodeCluster
  /** A catalog on the database of the cluster. */
  catalog: Catalog
  seed: Seed
  /** The launcher of the next version, with `LATER_MIGRATIONS`. */
  next: string
  load: Omit<Load, 'others'>
  /** Whether the first node goes back to the former version once; false by default. */
  goesBack?: boolean
}

/** What `catalog admin migrate status` says. */
interface SchemaStatus {
  schema: string
  phase: string
  pending: string[]
  waits_for: string[]
}

export interface ReplacementResult extends LoadResult {
  /** Placements of images that were acknowledged. */
  placed: number
  /** Placed images, which were not imported. */
  images: number
  /** What the next version says after each node was replaced. */
  states: SchemaStatus[]
}

/** A user can place an image 50 times. */
const PLACED_IMAGES = 400

/** Replaces each node by the next version while clients read, import and place images. */
export async function replaceInTurn(replacement: Replacement): Promise<ReplacementResult> {
  const { cluster, catalog, seed, next, load, goesBack = false } = replacement
  const client = await createSlotClient(cluster, catalog, seed)
  const placer = await createPlacer(replacement)
  const states: SchemaStatus[] = []
  const [first] = cluster.nodes
  const nodes = goesBack && first ? [first, first, ...cluster.nodes] : cluster.nodes
  let started = 0
  const start = async (node: NodeProcess): Promise<void> => {
    started += 1
    await node.start(goesBack && started === 2 ? PROGRAM : next)
    states.push(await readStatus(cluster, next))
  }
  const { url } = cluster
  const loads = { ...load, others: [placer.request] }
  const result = await restartInTurn({ url, nodes }, client, start, loads)
  const problems = [...client.problems, ...result.problems]
  return { ...result, problems, placed: placer.placed(), images: PLACED_IMAGES, states }
}

async function createPlacer({ cluster, catalog, seed }: Replacement) {
  const scopes: Scope[] = ['contribute', 'moderate']
  const token = await issueToken({ catalog }, { userId: 1002, staff: true, scopes })
  const collection = await seed.collection()
  const images = Array.from({ length: PLACED_IMAGES }, (_, index) => 100_000 + index)
  await seed.images(collection, images)
  const headers = { ...bearer(token), 'Content-Type': 'application/json' }
  let sent = 0
  let placed = 0
  const send = async (): Promise<number> => {
    const image = images[sent % images.length]
    sent += 1
    const body = JSON.stringify({ image, latitude: 52, longitude: 4.9, confidence: 'high' })
    const init = { method: 'POST', headers, body }
    const answer = await fetch(`${cluster.url}/api/v2/georeferences/`, init)
    await answer.text()
    if (answer.status === 201) placed += 1
    return answer.status
  }
  const request: RepeatedRequest = { name: 'a placement', send, wanted: 201 }
  return { request, placed: () => placed }
}

async function readStatus({ data }: NodeCluster, program: string): Promise<SchemaStatus> {
  const argv = ['admin', 'migrate', 'status', '--json', '--data', data]
  const { stdout } = await runProgram(argv, { program })
  return JSON.parse(String(stdout)) as SchemaStatus
}
