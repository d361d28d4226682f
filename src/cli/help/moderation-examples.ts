/** Examples for the help of the commands of moderators, by the path without `catalog`. */
export const MODERATION_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'flag list': ['catalog flag list', 'catalog flag list --limit 10 --json'],
  'flag resolve': ['catalog flag resolve 4', 'catalog flag resolve 4 5 --data /srv/catalog'],
  'flag reopen': ['catalog flag reopen 4', 'catalog flag reopen 4 5'],
  'flag hide': [
    'catalog flag hide 4 --collection withdrawn',
    'catalog flag hide 4 --collection 12 --json',
  ],
  'audit list': [
    'catalog audit list --object image/5',
    'catalog audit list --action collection.announce --json',
  ],
  'audit revert': ['catalog audit revert 311', 'catalog audit revert 311 --dry-run'],
  audit: ['catalog audit list --since 12h', 'catalog audit list --object collection/3'],
  job: ['catalog job list --failed', 'catalog job retry --failed --kind derive'],
  'job list': [
    'catalog job list',
    'catalog job list --failed --kind derive',
    'catalog job list --image 4711',
  ],
  'job retry': ['catalog job retry 12 13', 'catalog job retry --failed'],
  'job pause': ['catalog job pause', 'catalog job pause --data /srv/catalog'],
  'job resume': ['catalog job resume', 'catalog job resume --data /srv/catalog'],
  'user suspend': [
    "catalog user suspend Troll --reason 'Places images at random.'",
    'catalog user suspend Troll --osm-id 12345 --json',
  ],
  'user reinstate': [
    'catalog user reinstate Troll',
    'catalog user reinstate Troll --osm-id 12345 --json',
  ],
  'user revert': [
    'catalog user revert Troll --since 2026-03-01T12:00:00Z --dry-run',
    `catalog user revert Troll --osm-id 12345 \\
    --since 2026-03-01T12:00:00Z --yes`,
  ],
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
