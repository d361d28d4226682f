import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import type { CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog, type Host } from '../../host/with-catalog.ts'
import { print, hint } from '../../terminal/output.ts'

export const dumpCommand: CommandFactory = (cli) =>
  new Command('dump')
    .description('Write the whole catalog to a folder, in a portable format')
    .argument('<dir>', 'New or empty folder')
    .option('--no-files', 'Leave out the image files')
    .addOption(createDataOption())
    .action(async (directory, options) => {
      const { dumpCatalog } = await import('../../../core/dump/dump.ts')
      const counts = await withCatalog(cli, options, (catalog) =>
        dumpCatalog(catalog, directory, { files: options.files }),
      )
      print(
        cli,
        Object.entries(counts).map(([type, lines]) => ({ type, lines })),
        ['type', 'lines'],
      )
    })

export const loadCommand: CommandFactory = (cli) =>
  new Command('load')
    .description('Load a dump into an empty catalog')
    .argument('<dir>', 'Folder that contains catalog.ndjson')
    .option('--accept-staff', 'Keep the staff role of the users in the dump')
    .addOption(createDataOption())
    .action(async (directory, options) => {
      const { loadDump, requireDump } = await import('../../../core/dump/load.ts')
      const acceptStaff = options.acceptStaff === true
      const { logStaffLoaded } = await import('../../../core/auth/security-events.ts')
      const load = async (
        catalog: Pick<
          Catalog,
          'address' | 'clock' | 'config' | 'images' | 'jobs' | 'log' | 'reads' | 'storage' | 'write'
        >,
        { securityLog }: Pick<Host, 'securityLog'>,
      ) => {
        const loaded = await loadDump(catalog, directory, { acceptStaff })
        if (loaded.staff > 0) logStaffLoaded(securityLog, loaded.staff)
        return loaded
      }
      // Before the catalog is created.
      await requireDump(directory)
      const { counts, staff } = await withCatalog(cli, options, load, { create: true })
      print(
        cli,
        Object.entries(counts).map(([type, lines]) => ({ type, lines })),
        ['type', 'lines'],
      )
      if (staff > 0)
        hint(cli, `Staff members in the dump: ${staff}. List them with: catalog admin user list`)
    })
