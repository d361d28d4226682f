import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/base/errors.ts'
import { COMMON_LICENSES } from '../../core/model/common-licenses.ts'
import { deleteObject } from '../client/delete-object.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption, withApi } from '../host/with-api.ts'
import { findId } from '../reading/find-id.ts'
import { RESOURCES } from '../reading/resources.ts'
import { createDryRunOption, requireYes } from '../terminal/confirm.ts'
import { printRecord, hint, print } from '../terminal/output.ts'
import { requireEdits } from '../options/edit-options.ts'
import { createGetCommand } from './reading/get.ts'
import { createListCommand } from './reading/list.ts'

const addLicenseCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add a license')
    .argument('<name>', 'Name used by imports, such as CC-BY-4.0')
    .option('--display-name <text>', 'Name shown to people (default: the name)')
    .option('--permalink <address>', 'Page that explains the license')
    .addOption(createPlaceOption('POST /api/v2/licenses/'))
    .action(async (name, options) => {
      const { license } = await import('../../core/contract/license.ts')
      const { displayName: display_name = name, permalink } = options
      const body = { name, display_name, permalink }
      const request = { method: 'POST', path: '/api/v2/licenses/', body } as const
      printRecord(cli, await withApi(cli, options, (api) => api.send(request, license)))
    })

const editLicenseCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a license for all images that have it')
    .argument('<name>', 'Name of the license')
    .option('--name <name>', 'Name used by imports')
    .option('--display-name <text>', 'Name shown to people')
    .option('--permalink <address>', 'Page that explains the license; "" removes it')
    .addOption(createPlaceOption('PATCH /api/v2/licenses/:id/'))
    .action(async (named, options) => {
      const { license } = await import('../../core/contract/license.ts')
      const { name, displayName: display_name, permalink } = options
      const members = { name, display_name, permalink }
      const body = requireEdits('edit', members, '--name, --display-name or --permalink')
      const changed = await withApi(cli, options, async (api) => {
        const id = await findId(api, RESOURCES.license, named)
        return api.send({ method: 'PATCH', path: `/api/v2/licenses/${id}/`, body }, license)
      })
      printRecord(cli, changed)
    })

const removeLicenseCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Remove a license that no image has')
    .argument('<name>', 'Name of the license')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/licenses/:id/'))
    .action(async (named, options) => {
      const isDryRun = options.dryRun === true
      if (!isDryRun) requireYes(cli, 'Removing a license')
      const { license } = await import('../../core/contract/license.ts')
      await withApi(cli, options, async (api) => {
        const path = `/api/v2/licenses/${await findId(api, RESOURCES.license, named)}/`
        const { id, name } = await api.get(path, license)
        const what = `the license ${name}`
        await deleteObject(cli, api, { path, what, record: { id, name }, verb: 'remove', isDryRun })
      })
    })

function ignoreExisting(error: unknown): undefined {
  if (!(error instanceof CatalogError && error.kind === 'conflict')) throw error
}

const seedLicensesCommand: CommandFactory = (cli) =>
  new Command('seed')
    .description('Add the common Creative Commons licenses and rights statements')
    .addOption(createPlaceOption('POST /api/v2/licenses/'))
    .action(async (options) => {
      const { license } = await import('../../core/contract/license.ts')
      const added = await withApi(cli, options, async (api) => {
        const rows = []
        for (const body of COMMON_LICENSES) {
          const request = { method: 'POST', path: '/api/v2/licenses/', body } as const
          const row = await api.send(request, license).catch(ignoreExisting)
          if (row) rows.push(row)
        }
        return rows
      })
      print(cli, added, ['id', 'name', 'display_name'])
      hint(cli, `${added.length} added, ${COMMON_LICENSES.length - added.length} already existed.`)
    })

export const licenseCommands = createCommandGroup('license', RESOURCES.license.description, [
  createListCommand(RESOURCES.license),
  createGetCommand(RESOURCES.license),
  addLicenseCommand,
  editLicenseCommand,
  removeLicenseCommand,
  seedLicensesCommand,
])
