import { REVERT_OBSTACLES, type RevertObstacle } from './revert-obstacles.ts'

/** A value of an object that is not what the change made of it. */
interface ChangedValue {
  name: string
  /** As JSON. */
  value: string
}

/** Why a change is not reverted. */
export const REVERT_PROBLEMS = {
  not_revertible: (obstacle: RevertObstacle) =>
    `This change cannot be reverted. ${REVERT_OBSTACLES[obstacle]}`,
  values_refused: (reason: string) => `The values before cannot be written again: ${reason}`,
  changed_since: (type: string, id: string, values: readonly ChangedValue[]) =>
    `The ${type.replaceAll('_', ' ')} ${id} was changed since: ${values.map(({ name, value }) => `${name} is now ${value}`).join(', ')}.`,
  setting_changed_since: (name: string) => `The setting ${name} was changed since.`,
  queue_changed_since: 'The queue of jobs was paused or resumed since.',
  comment_changed_since: (id: number) => `The comment ${id} was hidden or shown again since.`,
  geometries_changed_since: (subject: number, maps: readonly string[]) =>
    `Geometries of the subject ${subject} were changed since: ${maps.join(', ')}.`,
  restored_before: (type: string, id: string) => `The ${type} ${id} was restored already.`,
  contribution_restored_before: 'It was restored already.',
  duplicate_since: (id: number, original: number) =>
    `Image ${id} is a duplicate of image ${original} now, so it cannot have georeferences.`,
  validated_since: (id: number) => `The user has made validation ${id} of the georeference since.`,
  reported_since: 'The user has reported the image again for the same reason.',
  license_gone: 'The license that the image had does not exist any more.',
  source_gone: (id: number) => `The source ${id} does not exist any more.`,
  item_taken: (item: string, slug: string) => `The item ${item} is another subject now: ${slug}.`,
  subject_gone: 'A subject does not exist any more.',
}
