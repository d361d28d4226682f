import type { Cli } from '../../../cli.ts'
import { withCatalog, type DataOption } from '../with-catalog.ts'

/** Finds the user whom the feed names for changes of subjects. Null without `--user`: then the feed shows only introductions. */
export async function findTagger(
  cli: Cli,
  options: DataOption & { user?: string },
): Promise<number | null> {
  const { user } = options
  if (user === undefined) return null
  const { getUserId } = await import('../../../../core/queries/find-user.ts')
  return await withCatalog(cli, options, ({ reads }) => getUserId(reads, user))
}
