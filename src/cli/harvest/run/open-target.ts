import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { requireContributor, requireImporter } from '../../client/identity.ts'
import { openSingleAccountApi } from '../../client/single-account-api.ts'
import { openSession } from '../../login/session.ts'
import type { HarvestConfig } from './harvest-config.ts'

const collection = z.object({ public: z.boolean() })

/**
 * Opens the API of the instance, if the user may do there what the harvest needs. Nothing is harvested before.
 * @throws CatalogError kind `forbidden`, or `invalid` if the collection for withdrawn images is public
 */
export async function openTarget(
  cli: Cli,
  { places, withdrawn_to: withdrawnTo }: HarvestConfig,
): Promise<Api> {
  const session = await openSession(cli)
  const { api, identity } = await openSingleAccountApi(cli, session)
  requireImporter(identity, session)
  if (places !== undefined) requireContributor(identity, session)
  if (withdrawnTo === undefined) return api
  if (!identity.scopes.includes('moderate')) {
    const message = 'Moving images needs the scope "moderate", which the access token lacks.'
    const hint = 'Run: catalog login --scope "read contribute import moderate"'
    throw new CatalogError('forbidden', message, { code: 'insufficient_scope', hint })
  }
  const found = await api.get(`/api/v2/collections/${withdrawnTo}/`, collection)
  if (!found.public) return api
  const message = `withdrawn_to is the collection ${withdrawnTo}, which is public. Name a hidden one.`
  throw new CatalogError('invalid', message, { code: 'harvest.public_collection' })
}
