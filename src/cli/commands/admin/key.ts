import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { printRecord } from '../../terminal/output.ts'

const rotateKeyCommand: CommandFactory = (cli) =>
  new Command('rotate')
    .description('Create a new signing key; a running server uses it without a restart')
    .option(
      '--now',
      'Invalidate the previous keys now; pending uploads and sign-ins must start again',
    )
    .addOption(createDataOption())
    .action(async (options) => {
      const { rotateSigningKey } = await import('../../../core/writes/signing-keys.ts')
      const { logSigningKeyRotated } = await import('../../../core/auth/security-events.ts')
      const endPrevious = options.now === true
      const { keys, previousUntil } = await withCatalog(
        cli,
        options,
        async (catalog, { actor, securityLog }) => {
          const rotated = await rotateSigningKey(catalog, { endPrevious }, actor)
          logSigningKeyRotated(securityLog, rotated.keys)
          return rotated
        },
      )
      printRecord(cli, {
        state: 'rotated',
        valid_keys: keys,
        previous_valid_until: previousUntil === null ? null : formatTimestamp(previousUntil),
      })
    })

export const keyCommands = createCommandGroup(
  'key',
  'Manage the key that signs upload URLs and permalinks',
  [rotateKeyCommand],
)
