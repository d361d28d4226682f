import { MICROS_PER_SECOND, type Micros } from '../../core/base/clock.ts'
import { conflict, type CatalogError } from '../../core/base/errors.ts'
import type { PublishedFile } from '../../core/model/published-files.ts'

/** A release at a target. */
export interface Release {
  /** The time of its state: `release-20261129T020000Z`. */
  name: string
  /** Whether it has a manifest. */
  isComplete: boolean
}

/** A place where releases are published. */
export interface Target extends AsyncDisposable {
  /** For messages. */
  readonly name: string
  /**
   * Creates an empty folder of this machine for the files of a release. Disposing of the target removes it unless the
   * release was published.
   */
  prepare(release: string): Promise<string>
  /**
   * Publishes the files of the folder, and makes them the newest release.
   * @param files the last one completes it
   * @throws the reason of the signal once that is aborted
   */
  publish(release: string, files: readonly PublishedFile[], signal: AbortSignal): Promise<void>
  /** Lists the releases, complete or not. Nothing else counts. */
  list(): Promise<Release[]>
  remove(release: Release): Promise<void>
}

/** Formats a time as the name of a release. */
export function formatRelease(now: Micros): string {
  const [seconds = ''] = new Date(now / 1000).toISOString().split('.')
  return `release-${seconds.replaceAll(/[\-:]/gv, '')}Z`
}

const RELEASE = /^release-\d{8}T\d{6}Z$/v

export function isReleaseName(name: string): boolean {
  return RELEASE.test(name)
}

/** Creates the error of a place that has something else than releases. */
export function notOurs(name: string): CatalogError {
  return conflict(`${name} has other files, and no release of a catalog.`, {
    code: 'not_empty',
    hint: 'Publish to a new or empty place, or one to which this command has published before.',
  })
}

/** Longer than any run takes. */
const ABANDONED_SECONDS = 6 * 3600

/**
 * Removes all but the newest releases, and what runs have left that were killed hours ago.
 * @param newest stays, also if the clock went backward
 */
export async function pruneReleases(
  target: Target,
  { keep, newest, now }: { keep: number; newest: string; now: Micros },
): Promise<string[]> {
  const releases = await target.list()
  const complete = releases.filter(({ isComplete }) => isComplete)
  const older = complete
    .filter(({ name }) => name !== newest)
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .slice(keep - 1)
  const limit = now - ABANDONED_SECONDS * MICROS_PER_SECOND
  const abandoned = releases.filter(
    ({ name, isComplete }) => !isComplete && name < formatRelease(limit),
  )
  for (const release of [...older, ...abandoned]) await target.remove(release)
  return older.map(({ name }) => name)
}
