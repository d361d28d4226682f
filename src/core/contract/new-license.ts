import { z } from 'zod'
import { MAX_LICENSE_NAME } from '../base/limits.ts'
import { license } from './license.ts'
import { previousValues } from './previous-values.ts'
import { optionalWebAddress, requiredText } from './text-fields.ts'

/** A license that an administrator or a moderator adds. Imports refer to it by `name`. */
export const newLicense = z
  .object({
    name: requiredText(MAX_LICENSE_NAME).meta({
      description: 'Name that imports use, ignoring case.',
      examples: ['cc-by-4.0'],
    }),
    display_name: requiredText(MAX_LICENSE_NAME).meta({ examples: ['CC BY 4.0'] }),
    permalink: optionalWebAddress
      .transform((address) => address ?? '')
      .meta({ format: 'uri', examples: ['https://creativecommons.org/licenses/by/4.0/'] }),
  })
  .meta({ id: 'NewLicense', description: 'A license or rights statement of images.' })

export type NewLicense = z.infer<typeof newLicense>

/** Members of a license to change. Absent members stay unchanged; a blank `permalink` is cleared. */
export const licenseEdit = newLicense.partial()

export type LicenseEdit = z.infer<typeof licenseEdit>

/** Body of `PATCH /api/v2/licenses/{id}/`. */
export const licenseUpdate = licenseEdit
  .extend({
    previous: previousValues(license, { name: true, display_name: true, permalink: true }),
  })
  .meta({ id: 'LicenseUpdate', description: 'Members of a license to change, for all its images.' })

export type LicenseUpdate = z.output<typeof licenseUpdate>
