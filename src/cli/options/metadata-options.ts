import type { Command } from '@commander-js/extra-typings'
import type { ImageMetadata } from '../import/check/check-metadata.ts'
import { createMirrorOption, createRotationOption } from './transform-options.ts'

/** The options for the metadata of one image. */
export interface MetadataFlags {
  title?: string
  originalDate?: string
  edtfDate?: string
  sourceUrl?: string
  description?: string
  creator?: string
  referenceId?: string
  archivePosition?: string
  license?: string
  rotation?: string
  mirror?: string
  subject: string[]
}

export function addMetadataOptions<Args extends unknown[]>(command: Command<Args>) {
  return command
    .option('--title <text>', 'Title')
    .option('--original-date <text>', 'Date as the archive recorded it')
    .option('--edtf-date <date>', 'Date in EDTF, such as 1912-05, 1920~ or 190X')
    .option('--source-url <url>', "URL of the image's page on the archive's website")
    .option('--description <text>', 'Description')
    .option('--creator <name>', 'Photographer or other creator')
    .option('--reference-id <text>', 'Reference number in the archive')
    .option(
      '--archive-position <position>',
      'Position that the archive states, which is suggested to people',
    )
    .option('--license <name>', 'Name of one of the licenses of the instance')
    .addOption(createRotationOption('--rotation <degrees>', 'Clockwise rotation for display'))
    .addOption(createMirrorOption())
    .option(
      '--subject <slug>',
      'Slug of a subject; repeatable',
      (slug: string, before: string[]) => [...before, slug],
      [] as string[],
    )
}

/** Converts the given options to members of a commit request. */
export function readMetadata(flags: MetadataFlags): Partial<ImageMetadata> {
  const given = {
    title: flags.title,
    original_date: flags.originalDate,
    edtf_date: flags.edtfDate,
    source_url: flags.sourceUrl,
    description: flags.description,
    creator: flags.creator,
    reference_id: flags.referenceId,
    archive_position: flags.archivePosition,
    license_name: flags.license,
    rotation: flags.rotation === undefined ? undefined : Number(flags.rotation),
    mirror: flags.mirror,
    subjects: flags.subject.length > 0 ? flags.subject : undefined,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Partial<ImageMetadata>
}
