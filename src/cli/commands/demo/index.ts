import type { Catalog } from '../../../core/catalog/catalog.ts'
import { existsSync } from 'node:fs'
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from '@commander-js/extra-typings'
import type { ServedCatalog } from '../../../core/catalog/catalog.ts'
import {
  loadConfig,
  type Config,
  type LoadedConfig,
  type SiteConfig,
} from '../../../core/config/config.ts'
import { conflict } from '../../../core/base/errors.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { refuseOtherOwner } from '../../host/locate-catalog.ts'
import { tell } from '../../terminal/output.ts'
import { addSettingFlags, serve } from '../serve.ts'

const DUMP = fileURLToPath(new URL('../../../../fixtures/demo', import.meta.url))
/** The map of the invented towns, which the server finds in the data directory. */
const TOWN_MAP = 'basemap.geojson'
/** Files that the settings of the site name. */
const SITE_FILES = ['logo.svg', 'plan-1851.json'] as const
/** The names of the invented towns. */
const GAZETTEER = { file: 'gazetteer.geojsonseq', name: 'aldermoor', credit: 'Demonstration' }
/** Small enough to be part of the package, and trained with pictures like those of the demonstration. */
const MODEL = 'tiny-clip'
const MODEL_FOLDER = fileURLToPath(new URL(`../../../../fixtures/models/${MODEL}`, import.meta.url))
const DEFAULTS = { data: 'data/demo', dev: true, logLevel: 'warn' } as const

/** Name of the file that marks a data directory as demo data. Only a directory with this file may be deleted. */
const MARKER = 'demonstration'

/** Site settings of the demonstration, in the format of the `catalog.toml` of a data directory. */
function readSiteDefaults(): Partial<SiteConfig & Pick<Config, 'layer'>> {
  const { config } = loadConfig({ flags: { data: DUMP } })
  const { tagline, logo, about, imprint, privacy, contact, footerLinks, layer } = config
  return { tagline, logo, about, imprint, privacy, contact, footerLinks, layer }
}

/** The rows would stay when their files are deleted. */
async function refusePostgres(place: LoadedConfig): Promise<void> {
  const { requireSqlite } = await import('../../../core/catalog/require-catalog.ts')
  requireSqlite(place, 'Use an empty database and an empty directory instead.')
}

/** @throws CatalogError kind `conflict` if the directory does not contain demo data, `busy` if it is being served */
async function removeData(data: string): Promise<void> {
  if (!existsSync(data)) return
  if (!existsSync(join(data, MARKER))) {
    throw conflict(
      `${data} does not contain demo data, so nothing was deleted. Delete the directory yourself if you no longer need it.`,
    )
  }
  const { takeServeLock } = await import('../../../core/database/locks.ts')
  using _lock = takeServeLock(data)
  await rm(data, { recursive: true })
}

/** Marks a new or empty directory as a demonstration. */
async function createMarker(data: string): Promise<void> {
  const { ensureDataFolder } = await import('../../../core/storage/disk/data-folder.ts')
  await ensureDataFolder(data)
  if ((await readdir(data)).length > 0) return
  await writeFile(join(data, MARKER), 'npm run demo:reset may delete this directory.\n', {
    mode: 0o640,
  })
}

/** Loads the demonstration if the catalog is marked and empty, so that it never mixes with other data. */
async function loadIfEmpty(cli: Cli, catalog: Catalog): Promise<void> {
  const { isEmpty } = await import('../../../core/dump/require-empty.ts')
  const { loadDump } = await import('../../../core/dump/load.ts')
  const { createDemoImports } = await import('./imports.ts')
  const { data } = catalog.config
  const isMarked = existsSync(join(data, MARKER))
  if (isMarked) for (const file of SITE_FILES) await copyFile(join(DUMP, file), join(data, file))
  if (isMarked && (await isEmpty(catalog.reads))) {
    tell(cli, `Loading the demonstration into ${data} and creating its thumbnails and tiles.`)
    // Before the images, so that an interruption never leaves a loaded demonstration without its model.
    await useModel(cli, catalog)
    await copyFile(join(DUMP, TOWN_MAP), join(data, TOWN_MAP))
    await addPlaces(catalog)
    await loadDump(catalog, DUMP, { acceptStaff: true })
    await createDemoImports(catalog)
  }
  await mentionRuntime(cli, data)
  await catalog.jobs?.drain()
}

/** Dumps have no gazetteers. An interrupted load may have left one. */
async function addPlaces(catalog: Catalog): Promise<void> {
  const { listGazetteers } = await import('../../../core/queries/gazetteer/list-gazetteers.ts')
  const { addGazetteer } = await import('../../../core/writes/gazetteer/add-gazetteer.ts')
  const { readAnyLines } = await import('../../../core/dump/read-lines.ts')
  const { readPlaces, startPlacesReport } =
    await import('../../../core/model/gazetteer/read-places.ts')
  const { file, ...gazetteer } = GAZETTEER
  if ((await listGazetteers(catalog.reads)).length > 0) return
  const places = readPlaces(readAnyLines(join(DUMP, file)), startPlacesReport())
  await addGazetteer(catalog, gazetteer, places, () => Promise.resolve())
}

/** An installed package lacks onnxruntime, which is never downloaded without being asked for. */
async function mentionRuntime(cli: Cli, data: string): Promise<void> {
  const { hasRuntime } = await import('../../../core/embedding/models/installed-runtime.ts')
  const { modelsFolder } = await import('../../../core/embedding/models/model-folders.ts')
  if (await hasRuntime(modelsFolder(data))) return
  tell(cli, `To find images by what they show, run: catalog model runtime --data ${data}`)
}

/**
 * Installs and chooses the model of the package. Where onnxruntime is not installed or does not run, its jobs wait, and the
 * server starts.
 */
async function useModel(cli: Cli, catalog: Catalog): Promise<void> {
  const { chooseModel } = await import('../../../core/writes/chosen-model.ts')
  const { updateEmbeddingModels } = await import('../../../core/jobs/embedding-models.ts')
  const { installFromFolder } = await import('../../../core/embedding/models/add-model.ts')
  const { getHostUser } = await import('../../../core/auth/security-log.ts')
  const { clock, config, write } = catalog
  await installFromFolder({ data: config.data, clock }, MODEL, MODEL_FOLDER)
  const context = { actor: { hostUser: getHostUser(cli.env) }, now: clock.now() }
  await write((tx) => chooseModel(tx, MODEL, context))
  await updateEmbeddingModels(catalog)
}

async function runOnce(
  { config, secrets }: LoadedConfig,
  work: (catalog: ServedCatalog) => Promise<void>,
): Promise<void> {
  const { startServer } = await import('../../../server/serve.ts')
  await using server = await startServer({ ...config, port: 0 }, secrets)
  await work(server.catalog)
}

/** Serves the demo data, and loads it first if the catalog is empty. `--reset` deletes it, loads it again and exits. */
export const demoCommand: CommandFactory = (cli) =>
  addSettingFlags(
    new Command('demo')
      .description('Run the catalog server with demonstration data, on this computer only')
      .option('--reset', 'Restore the demonstration data and exit'),
    DEFAULTS,
  ).action(async ({ reset, ...flags }) => {
    if (reset) requireYes(cli, 'Resetting the demonstration')
    const sources = { flags, env: cli.env, defaults: { ...readSiteDefaults(), ...DEFAULTS } }
    await refuseOtherOwner(cli, sources)
    const loaded = loadConfig(sources)
    if (reset) await refusePostgres(loaded)
    const { data } = loaded.config
    if (
      reset &&
      !(await confirm(cli, `Delete everything in ${data} and load the demonstration again?`))
    ) {
      return tell(cli, 'Nothing was deleted.')
    }
    if (reset) await removeData(data)
    await createMarker(data)
    const prepare = (catalog: Catalog): Promise<void> => loadIfEmpty(cli, catalog)
    if (!reset) return serve(cli, loaded, { prepare })
    await runOnce(loaded, prepare)
    tell(cli, `The demonstration in ${data} was reset. Start it with: npm start`)
  })
