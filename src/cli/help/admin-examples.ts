/** Examples for the help of `catalog admin` and its subcommands. */
export const ADMIN_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  admin: [
    'catalog admin user ensure-staff Ada --data /srv/catalog',
    'catalog admin job purge --older-than 12h',
    'catalog admin dump /backup/catalog --data /srv/catalog',
  ],
  'admin init': [
    'catalog admin init --data /srv/catalog',
    "catalog admin init --data /srv/catalog --site-name 'Old Town' --staff Ada",
  ],
  'admin deploy': [
    'catalog admin deploy systemd --base-url https://archive.example.org --to /',
    'catalog admin deploy nginx > /etc/nginx/conf.d/catalog.conf',
    'catalog admin deploy nginx --node 192.0.2.11:8000 --node 192.0.2.12:8000',
  ],
  'admin user ensure-staff': [
    'catalog admin user ensure-staff Ada',
    'catalog admin user ensure-staff Ada --osm-id 12345',
  ],
  'admin user revoke-staff': [
    'catalog admin user revoke-staff Ada',
    'catalog admin user revoke-staff Ada --osm-id 12345',
  ],
  'admin user show': ['catalog admin user show Ada', 'catalog admin user show Ada --osm-id 12345'],
  'admin user add-dev': [
    'catalog admin user add-dev Ada --staff',
    'catalog admin user add-dev Grace --data /tmp/catalog',
  ],
  'admin user forget': [
    'catalog admin user forget Ada --dry-run',
    'catalog admin user forget Ada --osm-id 12345 --yes',
  ],
  'admin user list': ['catalog admin user list', 'catalog admin user list --output csv'],
  'subject records': [
    'catalog subject records --title bridge',
    'catalog subject records --without-geometry --output id',
  ],
  'subject show': ['catalog subject show town-hall', 'catalog subject show Q64 --json'],
  'subject add': [
    'catalog subject add Q42 Q64',
    'catalog subject add - < items.txt',
    'catalog subject add Q42 --offline Q42.json --data /srv/catalog',
  ],
  'admin subject import': [
    'catalog admin subject import subjects.csv --dry-run',
    'catalog admin subject import - < subjects.ndjson',
  ],
  'subject edit': [
    "catalog subject edit town-hall --title 'Old Town Hall'",
    "catalog subject edit Q64 --slug berlin --description ''",
  ],
  'admin subject refresh': [
    'catalog admin subject refresh --all',
    'catalog admin subject refresh town-hall Q64 --languages de,en',
  ],
  'subject merge': [
    'catalog subject merge town-hall-2 town-hall --dry-run',
    'catalog subject merge town-hall-2 town-hall --yes',
  ],
  'subject remove': [
    'catalog subject remove town-hall --untag --dry-run',
    'catalog subject records --untagged --output id \\\n    | catalog subject remove - --yes',
  ],
  'admin subject geometry': [
    'catalog admin subject geometry fetch --missing',
    'catalog admin subject geometry set old-gate gate.geojson',
  ],
  'admin subject geometry fetch': [
    'catalog admin subject geometry fetch town-hall Q64',
    'catalog admin subject geometry fetch park --element relation/123',
    'catalog admin subject geometry fetch --missing --dry-run',
  ],
  'admin subject geometry set': [
    'catalog admin subject geometry set old-gate gate.geojson',
    'catalog admin subject geometry set park park.geojson --map-id way/5',
  ],
  'admin subject geometry clear': [
    'catalog admin subject geometry clear park --dry-run',
    'catalog admin subject geometry clear park --yes',
  ],
  'admin subject geometry show': [
    'catalog admin subject geometry show park',
    'catalog admin subject geometry show park --geojson > park.geojson',
  ],
  'admin app create': [
    "catalog admin app create 'Map viewer' \\\n" +
      '    --redirect-uri https://maps.example.org/callback',
    "catalog admin app create 'Importer' --redirect-uri http://127.0.0.1/callback",
  ],
  'admin app list': ['catalog admin app list', 'catalog admin app list --json'],
  'admin app revoke': [
    "catalog admin app revoke 'Map viewer'",
    "catalog admin app revoke 'Map viewer' --data /srv/catalog",
  ],
  'admin token create': [
    'catalog admin token create --user Ada --label ci',
    'catalog admin token create --user Ada --scope read --ttl 30d',
  ],
  'admin token list': ['catalog admin token list', 'catalog admin token list --json'],
  'admin token revoke': ['catalog admin token revoke ci', 'catalog admin token revoke 17'],
  'admin key rotate': ['catalog admin key rotate', 'catalog admin key rotate --now'],
  'admin audit': [
    'catalog admin audit prune --older-than 730d --dry-run',
    'catalog admin audit prune --older-than 730d --yes',
  ],
  'admin audit prune': [
    'catalog admin audit prune --older-than 730d --dry-run',
    'catalog admin audit prune --older-than 730d --yes',
  ],
  'admin slot list': [
    'catalog admin slot list',
    'catalog admin slot list --state pending consumed --limit 500',
  ],
  'admin slot reap': ['catalog admin slot reap', 'catalog admin slot reap --older-than 1d'],
  'admin slot cancel': [
    'catalog admin slot cancel 0f8fad5b-d9cb-469f-a165-70867728950e',
    'catalog admin slot list --state pending --output id \\\n' +
      '    | catalog admin slot cancel -',
  ],
  'admin activity rebuild': [
    'catalog admin activity rebuild',
    'catalog admin activity rebuild --data /srv/catalog',
  ],
  'admin job run': ['catalog admin job run', 'catalog admin job run --inline'],
  'admin job purge': [
    'catalog admin job purge --older-than 12h',
    'catalog admin job purge --failed --yes',
  ],
  'admin reprocess': [
    'catalog admin reprocess thumbnails --missing',
    'catalog admin reprocess textindex --all',
    'catalog admin reprocess display --collection bridges --source city',
  ],
  'admin migrate': [
    'catalog admin migrate status --data /srv/catalog',
    'catalog admin migrate up --data /srv/catalog',
  ],
  'admin migrate status': [
    'catalog admin migrate status --data /srv/catalog',
    'catalog admin migrate status --json',
  ],
  'admin migrate up': [
    'catalog admin migrate up --data /srv/catalog',
    'catalog admin migrate up --json',
  ],
  'admin dump': [
    'catalog admin dump /backup/catalog --data /srv/catalog',
    'catalog admin dump metadata --no-files',
  ],
  'admin load': [
    'catalog admin load /backup/catalog --data /srv/catalog',
    'catalog admin load /backup/catalog --accept-staff',
  ],
}
