import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { readGuide, type BareDebian } from './bare-debian.ts'
import { giveToUser, useData, type InstalledProgram } from './installed-program.ts'
import type { EarlierCatalog } from './installed-upgrades.ts'
import { unpackPostgres } from './kept-releases.ts'

const PAGE = 'scaling.md'
const PASSWORD = 'correct-horse'

/** The PostgreSQL of an empty Debian, installed with the commands of the guide. */
export interface BarePostgres extends AsyncDisposable {
  /** Returns the program with a database, that of the guide by default. */
  use(program: InstalledProgram, database?: string): InstalledProgram
  /** Restores the dump of the database to another one, beside copies of the files. @returns the program with both */
  backUpAndRestore: (program: InstalledProgram) => Promise<InstalledProgram>
  /** Creates the data directory and the database that a release left. */
  restoreRelease(version: string, program: InstalledProgram): Promise<EarlierCatalog>
}

/** Installs PostgreSQL, and creates a user and the database `catalog`. */
export async function installPostgres(debian: BareDebian): Promise<BarePostgres> {
  const guide = await readGuide(PAGE, 'apt install postgresql-15')
  const [install = '', setUp = ''] = guide.split(/^(?=runuser -u postgres -- createuser)/m)
  await debian.run(install)
  const [, , port, status] = (await debian.run('pg_lsclusters --no-header')).split(/ +/)
  if (status !== 'online') await debian.run('pg_ctlcluster 15 main start')
  await debian.run(setUp.replaceAll(/^export .*\n/gm, ''), `${PASSWORD}\n${PASSWORD}\n`)
  const CATALOG_SECRET = await debian.run('openssl rand -base64 32')
  const [, example = ''] = /^export CATALOG_DATABASE_URL=(.*)$/m.exec(guide) ?? []
  const use: BarePostgres['use'] = (program, database = 'catalog') => {
    const there = { password: PASSWORD, host: `localhost:${port}`, pathname: database }
    const CATALOG_DATABASE_URL = Object.assign(new URL(example), there).href
    return { ...program, env: { ...program.env, CATALOG_DATABASE_URL, CATALOG_SECRET } }
  }
  return {
    use,
    async backUpAndRestore(program) {
      const { dump, restore } = await readBackup('catalog')
      await debian.run(dump + restore)
      const objects = join(program.folder, 'restored/objects')
      await mkdir(join(program.folder, 'restored'))
      await cp(join(program.folder, 'data/objects'), objects, { recursive: true })
      await giveToUser(program, join(program.folder, 'restored'))
      return useData(use(program, 'catalog_restored'), 'restored')
    },
    async restoreRelease(version, program) {
      const name = `release_${version.replaceAll('.', '_')}`
      const data = join(program.folder, name)
      const earlier = useData(use(program, name), name)
      const { CATALOG_DATABASE_URL: address } = earlier.env
      await unpackPostgres(version, data)
      await rename(join(data, 'database.sql'), join(debian.root, 'tmp/database.sql'))
      await giveToUser(program, data)
      // The dump has no owners, and only a superuser restores PostGIS.
      await debian.run(`runuser -u postgres -- createdb --owner catalog --encoding UTF8 --template template0 ${name}
runuser -u postgres -- psql --quiet --command 'alter role catalog superuser'
psql --quiet --set ON_ERROR_STOP=1 --file /tmp/database.sql ${address}
runuser -u postgres -- psql --quiet --command 'alter role catalog nosuperuser'`)
      const { dump, restore } = await readBackup(name)
      return {
        name: `database of ${version} on PostgreSQL`,
        hasFiles: true,
        program: earlier,
        backUp: async () => void (await debian.run(dump)),
        async goBack() {
          await debian.run(restore)
          return useData(use(program, `${name}_restored`), name)
        },
      }
    },
    [Symbol.asyncDispose]: async () =>
      void (await debian.run('pg_ctlcluster --mode immediate 15 main stop')),
  }
}

/** Reads the commands that dump a database, and restore it to `DATABASE_restored`. */
async function readBackup(database: string): Promise<{ dump: string; restore: string }> {
  const guide = await readGuide(PAGE, 'sudo -u postgres pg_dump')
  const commands = guide
    .replaceAll(/\brestored\b/g, `${database}_restored`)
    .replace(/ catalog$/m, ` ${database}`)
  const [dump = '', ...restore] = commands.split(/^(?=runuser)/m)
  return { dump, restore: restore.join('') }
}
