import type { ContributionsLicense } from '../../core/config/contributions-license.ts'
import { formatCount } from '../terminal/format.ts'
import type { UsedLicense } from './write-layers.ts'

interface LicenseFacts {
  siteName: string
  siteUrl: string
  /** License of placements; null if the instance names none. */
  license: ContributionsLicense | null
  /** Licenses of images. */
  licenses: ReadonlyMap<string, UsedLicense>
}

/** Formats the file that says under which licenses a release may be used. */
export function formatLicenses({ siteName, siteUrl, license, licenses }: LicenseFacts): string {
  const placements = license
    ? `${license.display_name}\n${license.permalink}`
    : 'The catalog names no license for them. Ask before you publish them elsewhere.'
  const used = [...licenses.values()]
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map(({ name, permalink, count }) =>
      `${formatCount(count, 'image')}: ${name || 'without a license'} ${permalink}`.trim(),
    )
  return [
    `Data of ${siteName}`,
    siteUrl,
    '',
    'License of the placements, that is positions, directions and areas of images with what people found about them:',
    placements,
    '',
    'Images have licenses of their own, which the columns license_name and license_permalink name (image_license_name and',
    'image_license_permalink beside placements):',
    ...used,
    '',
  ].join('\n')
}
