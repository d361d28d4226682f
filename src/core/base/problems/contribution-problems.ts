/** Why a contribution is refused. */
export const CONTRIBUTION_PROBLEMS = {
  placed_meanwhile: (username: string) =>
    `${username} has placed this image in the meantime. Compare both placements.`,
  unlikely_position: (position: string) =>
    `Is ${position} meant? This position is usually a mistake. If it is right, send it again.`,
  placement_deleted: 'The placement that you have seen was deleted in the meantime.',
  too_many_placements: (most: number) =>
    `You have placed this image ${most} times already, which is the limit.`,
  too_many_own_positions: (most: number) =>
    `All areas that you draw on this image may have ${most} positions together. Draw a simpler outline.`,
  is_duplicate: (id: number, original: number) =>
    `Image ${id} is a duplicate of image ${original}. Georeference that image instead.`,
  will_not_georef: (id: number) =>
    `Image ${id} has the status will_not_georef, so it accepts no georeferences.`,
  not_from_above: (id: number) =>
    `Image ${id} was not taken from above, so it accepts points but no polygons.`,

  not_own_placement: 'Only the user who made a placement can take it back.',
  placement_followed: 'The image was placed again since, so this placement cannot be taken back.',
  placement_checked: 'Another user has checked this placement, so it cannot be taken back.',
  placement_too_old: (minutes: number) =>
    `A placement can be taken back for ${minutes} minutes, and these are over.`,

  own_georeference: 'You made this georeference yourself. Another contributor must check it.',
  only_staff_check: 'Only staff check the georeferences of others here.',
  too_few_placed: (count: number) =>
    `Place ${count} images first. Then you can check the georeferences of others.`,

  too_many_comments: (most: number) =>
    `You have commented on this image ${most} times already, which is the limit.`,
  not_the_author: 'Only its author and moderators can delete a comment.',

  no_subject: 'Enter the id or the slug of a subject.',
  unknown_subject: (given: string) => `The subject ${JSON.stringify(given)} does not exist.`,
  too_many_subjects: (most: number) =>
    `The image has ${most} subjects already, which is the limit.`,
  subject_removed: 'The subject was removed in the meantime.',
  other_subjects: (image: number, subjects: readonly number[]) =>
    `Image ${image} has ${subjects.length === 0 ? 'no subjects' : `the subjects ${subjects.join(', ')}`}. Name exactly these, in the new order.`,
  not_an_item: (example: string) => `Enter the id of a Wikidata item, such as ${example}.`,
  unknown_item: (item: string) => `The item ${item} does not exist.`,
  unnamed_item: (item: string) => `The item ${item} has no English name.`,
  knowledge_base_unavailable: 'The knowledge base cannot be asked now. Try again later.',
}
