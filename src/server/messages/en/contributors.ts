/** The page of a contributor. */
export const contributors = {
  former: 'Former contributor',
  contributor: 'Contributor',
  points: 'Camera positions',
  areas: 'Areas from above',
  current: 'Placed images',
  currentHint: 'The images whose latest position is from this person, newest first.',
  currentAreas: 'Images from above',
  none: 'Others have since placed all of these images again.',
}
