/** Examples for the commands that read an instance. */
export const READING_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'source list': ['catalog source list', 'catalog source list --all --output csv'],
  'source get': ['catalog source get town-archive', 'catalog source get 1 --json'],
  'collection list': [
    'catalog collection list --source town-archive',
    'catalog collection list --all --output id',
  ],
  'collection get': ['catalog collection get town-archive/maps', 'catalog collection get 3 --json'],
  'collection edit': [
    "catalog collection edit bridges --name 'Bridges and ferries'",
    "catalog collection edit 3 --site-url '' --description ''",
  ],
  'collection publish': [
    'catalog collection publish bridges',
    'catalog collection list --source city --output id \\\n    | catalog collection publish -',
  ],
  'collection hide': [
    'catalog collection hide bridges',
    'catalog collection hide city/bridges city/harbor',
  ],
  'collection move': [
    'catalog collection move bridges --to museum',
    'catalog collection move bridges --source city --to museum',
  ],
  'collection delete': [
    'catalog collection delete bridges --dry-run',
    'catalog collection delete bridges --yes',
  ],
  'collection create': [
    "catalog collection create --source city --name 'Bridges'",
    "catalog collection create --source city --name 'Bridges' \\\n    --slug bridges --public",
  ],
  'collection announce': [
    'catalog collection announce 3',
    'catalog collection announce bridges --source city',
  ],
  'image list': [
    'catalog image list --collection 3 --georeferenced false',
    'catalog image list --year-max 1900 --ordering -created_at --limit 10',
    'catalog image list --all --output ndjson',
  ],
  'image get': ['catalog image get 4711', 'catalog image get 4711 --json'],
  'subject list': [
    'catalog subject list --ordering -image_count --limit 20',
    'catalog subject list --all --output csv --fields slug,title',
  ],
  'subject get': ['catalog subject get town-hall', 'catalog subject get 7 --json'],
  'license list': ['catalog license list', 'catalog license list --output csv'],
  'license get': ['catalog license get CC-BY-4.0', 'catalog license get 2 --json'],
  'license add': [
    'catalog license add CC-BY-4.0',
    "catalog license add PDM-1.0 --display-name 'Public domain' \\\n" +
      '    --permalink https://creativecommons.org/publicdomain/mark/1.0/',
  ],
  'license edit': [
    "catalog license edit PDM-1.0 --display-name 'Public domain'",
    "catalog license edit 'House rules' --name house --permalink ''",
  ],
  'license remove': [
    'catalog license remove PDM-1.0 --dry-run',
    "catalog license remove 'House rules' --yes",
  ],
  'license seed': ['catalog license seed', 'catalog license seed --data /srv/catalog'],
  'source create': [
    "catalog source create --name 'Town archive' --slug town-archive \\\n" +
      "    --site-url https://archive.example --description 'The archive.'",
    "catalog source create --name 'Town archive' --public --json \\\n" +
      "    --site-url https://archive.example --description 'The archive.'",
  ],
  'source edit': [
    "catalog source edit city --name 'City Archive and Library'",
    "catalog source edit 3 --slug city-archive --description ''",
  ],
  'source publish': ['catalog source publish city', 'catalog source publish city museum'],
  'source hide': ['catalog source hide city', 'catalog source hide - <slugs.txt'],
  'source delete': ['catalog source delete city --dry-run', 'catalog source delete city --yes'],
  'image download': [
    'catalog image download 4711 4712 --dir scans',
    'catalog image download --collection 3 --what thumbnail --dir thumbnails',
    'catalog image list --all -o id | catalog image download - --dir scans',
  ],
  'image open': ['catalog image open 4711', 'catalog image open 4711 --quiet'],
  'subject geometry': [
    'catalog subject geometry town-hall >town-hall.geojson',
    'catalog subject geometry 7 --output ndjson',
  ],
  activity: [
    'catalog activity --types comment --since 7d',
    'catalog activity --follow --output ndjson',
  ],
  changes: [
    'catalog changes --output ndjson',
    'catalog changes --after 1772366650000001-1dlzyd0n3p --follow --output ndjson',
  ],
  mirror: [
    'catalog mirror https://catalog.example.org /srv/mirror --files',
    'catalog mirror https://catalog.example.org /srv/mirror --json',
  ],
  stats: ['catalog stats', 'catalog stats --json'],
  api: [
    'catalog api GET images/ -f creator=Painter -f page_size=10',
    'catalog api GET georeferences/ --paginate --output ndjson',
    'catalog api PATCH images/4711/ -F from_above=true --include',
  ],
  'user list': [
    'catalog user list --ordering -point_georeferences --limit 10',
    'catalog user list --all --output csv',
  ],
  'user get': ['catalog user get 1201', 'catalog user get 1201 --json'],
}
