import { sql, type Kysely } from 'kysely'
import { CatalogError } from '../../errors.ts'
import type { Tables } from '../../db/tables.ts'
import { lacksPrivilege } from './errors.ts'

/** An extension of PostgreSQL. */
export interface Extension {
  name: string
  /** The Debian package that contains it. */
  package: (version: number) => string
  /** Whether the owner of a database may create it; otherwise, only a superuser may. */
  isTrusted: boolean
}

interface Server {
  /** Major version: 15. */
  version: number
  database: string
  user: string
  isCreated: boolean
  isInstalled: boolean
}

/**
 * Creates an extension in the database unless it is there.
 * @throws CatalogError kind `unavailable` that says how to install it, if it is not installed or may not be created
 */
export async function createExtension(db: Kysely<Tables>, extension: Extension): Promise<void> {
  const server = await readServer(db, extension.name)
  if (server.isCreated) return
  if (!server.isInstalled) throw notInstalled(extension, server)
  try {
    await sql`create extension if not exists ${sql.ref(extension.name)}`.execute(db)
  } catch (error) {
    throw lacksPrivilege(error) ? notAllowed(extension, server, error) : error
  }
}

async function readServer(db: Kysely<Tables>, extension: string): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_database() as database, current_user as user,
      exists (select from pg_extension where extname = ${extension}) as "isCreated",
      exists (select from pg_available_extensions where name = ${extension}) as "isInstalled"
  `.execute(db)
  const [server] = rows
  if (!server) throw new Error('PostgreSQL did not describe itself.')
  return server
}

function notInstalled(extension: Extension, { version }: Server): CatalogError {
  return new CatalogError(
    'unavailable',
    `PostgreSQL ${version} lacks the extension ${extension.name}.`,
    {
      hint: `Install it where PostgreSQL runs. On Debian: apt install ${extension.package(version)}`,
    },
  )
}

function notAllowed(
  { name, isTrusted }: Extension,
  { database, user }: Server,
  cause: unknown,
): CatalogError {
  const allowed = isTrusted ? 'The owner of the database or a superuser' : 'A superuser'
  return new CatalogError(
    'unavailable',
    `The database user ${user} may not create the extension ${name} in the database ${database}.`,
    { hint: `${allowed} can, in that database: create extension ${name};`, cause },
  )
}
