import { CatalogError, type ErrorKind } from '../../../core/base/errors.ts'
import { sendInTurn } from '../../client/requests.ts'
import type { TransferContext } from './transfer-context.ts'

/** Responses of instances that do not name imports. */
const UNSUPPORTED: readonly ErrorKind[] = ['not_found', 'not_implemented']

/**
 * Tells the instance the name of an import, by which any machine finds it. Each run repeats this.
 * @returns the error because of which the run cannot start
 */
export async function nameImport(
  { cli, api }: Pick<TransferContext, 'cli' | 'api'>,
  { batch, name }: { batch: string; name: string },
): Promise<CatalogError | undefined> {
  const path = `/api/v2/import/batches/${batch}/`
  try {
    await sendInTurn(cli, api, { method: 'PUT', path, body: { name } })
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return UNSUPPORTED.includes(error.kind) ? undefined : error
  }
}
