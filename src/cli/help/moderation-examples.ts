/** Examples for the help of the commands of moderators, by the path without `catalog`. */
export const MODERATION_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  setting: ['catalog setting list', "catalog setting set site_name 'Old Town in pictures'"],
  'setting list': ['catalog setting list', 'catalog setting list --json'],
  'setting get': ['catalog setting get site_name', 'catalog setting get milestones --json'],
  'setting set': [
    "catalog setting set site_name 'Old Town in pictures'",
    'catalog setting set viewing_cone 60',
    'catalog setting set milestones \'{"user": [10, 100]}\'',
  ],
  'setting reset': [
    'catalog setting reset viewing_cone',
    'catalog setting reset milestones --data /srv/catalog',
  ],
}
