import { Option, type Command } from '@commander-js/extra-typings'
import type { ImageMetadata } from './import/check/check-metadata.ts'
import { MIRRORS, ROTATIONS } from '../core/contract/transform.ts'

/** What commands about one picture take on the command line, by the names of the contract. */
export interface MetadataFlags {
  title?: string
  originalDate?: string
  edtfDate?: string
  sourceUrl?: string
  description?: string
  creator?: string
  referenceId?: string
  license?: string
  rotation?: string
  mirror?: string
  subject: string[]
}

export function addMetadataOptions<Args extends unknown[]>(command: Command<Args>) {
  return command
    .option('--title <text>', 'what the picture is called')
    .option('--original-date <text>', 'the date as the archive recorded it')
    .option('--edtf-date <date>', 'the same date in EDTF: 1912-05, 1920~, 190X')
    .option('--source-url <address>', 'the picture in the archive')
    .option('--description <text>', 'what it shows')
    .option('--creator <name>', 'who made it')
    .option('--reference-id <text>', "the archive's own number")
    .option('--license <name>', 'a license of the instance')
    .addOption(
      new Option('--rotation <degrees>', 'clockwise, when it is shown').choices(
        ROTATIONS.map(String),
      ),
    )
    .addOption(new Option('--mirror <how>', 'when it is shown').choices(MIRRORS))
    .option(
      '--subject <slug>',
      'word of a subject; may be given again',
      (slug: string, before: string[]) => [...before, slug],
      [] as string[],
    )
}

/** The members of a commit's body that were given. */
export function metadataFrom(flags: MetadataFlags): Partial<ImageMetadata> {
  const given = {
    title: flags.title,
    original_date: flags.originalDate,
    edtf_date: flags.edtfDate,
    source_url: flags.sourceUrl,
    description: flags.description,
    creator: flags.creator,
    reference_id: flags.referenceId,
    license_name: flags.license,
    rotation: flags.rotation === undefined ? undefined : Number(flags.rotation),
    mirror: flags.mirror,
    subjects: flags.subject.length > 0 ? flags.subject : undefined,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Partial<ImageMetadata>
}
