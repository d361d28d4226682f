import { ADMIN_EXAMPLES } from './admin-examples.ts'
import { CONTRIBUTION_EXAMPLES } from './contribution-examples.ts'
import { MODERATION_EXAMPLES } from './moderation-examples.ts'
import { READING_EXAMPLES } from './reading-examples.ts'
import { STORED_FILES_EXAMPLES } from './stored-files-examples.ts'

/** Examples for the help of each command, by its path without `catalog`. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'catalog login https://archive.example.org',
    'catalog import check album.csv --collection 3',
    'catalog import album.csv --collection 3',
  ],
  login: [
    'catalog login https://archive.example.org',
    'catalog login https://archive.example.org --profile archive',
    'catalog login archive.example.org --no-browser --port 8400',
  ],
  logout: ['catalog logout', 'catalog logout --all'],
  whoami: ['catalog whoami', 'catalog whoami --json'],
  token: ['catalog token', 'catalog token --min-valid 30m --print-expiry'],
  'profile list': ['catalog profile list', 'catalog profile list --json'],
  'profile use': ['catalog profile use archive', 'catalog profile use https://archive.example.org'],
  'profile remove': [
    'catalog profile remove archive',
    'catalog profile remove https://archive.example.org',
  ],
  manifest: [
    'catalog manifest scan scans album.csv --recursive',
    'catalog manifest convert album.xlsx album.csv',
    'catalog manifest convert album.csv album.jsonl',
  ],
  'date parse': [
    "catalog date parse 'ca. 1920' 'vor dem 3. Mai 1912' 'XIXe siècle'",
    'catalog date parse 5/12/1920 --lang en --day-first',
    'catalog date parse --json <dates.txt',
  ],
  'manifest scan': [
    'catalog manifest scan scans album.xlsx --recursive',
    'catalog manifest scan scans album.csv --from iptc,xmp --exclude "*_back.tif"',
    "catalog manifest scan scans album.csv --pattern '(?<reference_id>[A-Z]+-\\d+)'",
  ],
  'manifest harvest': [
    'catalog manifest harvest https://museum.example.org/iiif/collection album.csv',
    'catalog manifest harvest https://museum.example.org/oai album.csv --set maps',
    'catalog manifest harvest https://museum.example.org/all.jsonl album.csv \\\n' +
      '    --map id=row_id --map image.url=file --rate 5',
  ],
  'harvest run': [
    'catalog harvest run museum',
    'catalog harvest run museum --full --json',
    'catalog harvest run museum --yes',
  ],
  'manifest template': [
    'catalog manifest template album.xlsx',
    'catalog manifest template album.csv --excel-locale eu',
  ],
  'manifest diff': [
    'catalog manifest diff album.csv album-corrected.xlsx',
    'catalog manifest diff old.csv new.csv --key reference_id --json',
  ],
  'manifest merge': [
    'catalog manifest merge album.csv dates.xlsx --to complete.csv',
    'catalog manifest merge scan.csv old.csv new.csv --to album.csv \\\n' +
      '    --key reference_id --prefer other --append',
  ],
  'manifest dates': [
    'catalog manifest dates album.csv',
    'catalog manifest dates album.xlsx --lang de,fr --write dated.xlsx',
    'catalog manifest dates album.csv --day-first --write --interactive',
  ],
  'manifest convert': [
    'catalog manifest convert album.xlsx album.csv --sheet 1912',
    'catalog manifest convert album.csv album.xlsx --encoding windows-1252',
    'catalog manifest convert album.xlsx - --format jsonl',
  ],
  import: [
    'catalog import check album.csv --collection 3',
    'catalog import album.csv --collection 3',
    'catalog import status album.csv',
  ],
  'import run': [
    'catalog import run album.csv --collection 3 --dry-run',
    'catalog import run album.csv --collection 3 --files scans --wait',
    'catalog import run album.xlsx --sheet 1912 --map Titel=title --only-failed',
  ],
  'import check': [
    'catalog import check album.csv --collection 3',
    'catalog import check album.csv --offline --annotate',
    'catalog import check album.xlsx --sheet 1912 --strict',
  ],
  'import status': ['catalog import status', 'catalog import status album.csv --json'],
  'import list': ['catalog import list', 'catalog import list --remote --json'],
  'import report': [
    'catalog import report album.csv',
    'catalog import report album.csv --failed-csv failed.csv',
    'catalog import report album.csv --output id',
  ],
  'import resolve': [
    'catalog import resolve album.csv --search',
    'catalog import resolve album.csv --row 017.tif --committed 4711',
    'catalog import resolve album.csv --row 017.tif --not-committed',
  ],
  'import cancel': ['catalog import cancel', 'catalog import cancel album.csv'],
  'import forget': ['catalog import forget album.csv', 'catalog import forget album.csv --yes'],
  'import undo': [
    'catalog import undo album.csv --dry-run',
    'catalog import undo album.csv --yes',
    "catalog import undo 'Scans of 1912' --data /srv/catalog",
  ],
  add: [
    "catalog add bridge.jpg --collection 3 --title 'The Bridge' \\\n" +
      "    --original-date 'c. 1885' --edtf-date 1885~",
    "catalog add bridge.jpg --collection 3 --title 'The Bridge' \\\n" +
      '    --original-date 1885 --edtf-date 1885 --dry-run',
  ],
  update: [
    'catalog update corrections.csv --clear creator --dry-run',
    'catalog update album.csv --journal album.csv',
    'catalog update album.xlsx --template --collection 3',
  ],
  replace: [
    'catalog replace 4711 bridge-rescanned.tif',
    'catalog replace 4711 bridge-rescanned.tif --dry-run',
    'catalog replace --manifest rescans.csv --files scans',
  ],
  slot: [
    'catalog slot request --collection 3 --json >slot.json',
    'catalog slot put slot.json bridge.jpg',
    "catalog slot commit slot.json --title 'The Bridge' \\\n" +
      '    --original-date 1885 --edtf-date 1885',
  ],
  'slot request': [
    'catalog slot request --collection 3 --json >slot.json',
    'catalog slot request --collection 3 --content-type image/tiff --json',
  ],
  'slot put': [
    'catalog slot put slot.json bridge.jpg',
    'catalog slot request --collection 3 --json | catalog slot put - bridge.jpg',
  ],
  'slot commit': [
    "catalog slot commit slot.json --title 'The Bridge' \\\n" +
      '    --original-date 1885 --edtf-date 1885',
    'catalog slot commit slot.json --body bridge.json --key bridge-1',
  ],
  'slot cancel': ['catalog slot cancel slot.json', 'catalog slot cancel first.json second.json'],
  search: [
    'catalog search text town hall',
    'catalog search semantic a bridge in winter',
    'catalog search in-view 47.5596 7.5886 --radius 500',
  ],
  'search text': [
    "catalog search text 'town hall' --year-max 1914",
    'catalog search text lighthouse --threshold 0.5 --collection 3 --json',
  ],
  'search semantic': [
    'catalog search semantic a bridge in winter',
    "catalog search semantic 'people on a market' --year-max 1914 --json",
  ],
  'search similar': [
    'catalog search similar 17',
    'catalog search similar 17 --collection 3 --json',
  ],
  'search in-view': [
    'catalog search in-view 47.5596 7.5886',
    'catalog search in-view -33.857 151.215 --radius 500 --json',
  ],
  export: [
    'catalog export georeferences places.geojson --with image',
    'catalog export areas areas.geojson --collection 3',
    'catalog export all catalog.gpkg --with image',
  ],
  'export georeferences': [
    'catalog export georeferences places.geojson --with image',
    'catalog export georeferences views.geojson --geometry cone --cone-length 250',
    'catalog export georeferences --format geojsonl --bbox 7.5,47.5,7.7,47.6',
  ],
  'export areas': [
    'catalog export areas areas.geojson --collection 3',
    'catalog export areas areas.geojson --bbox-of city.geojson --force',
  ],
  'export subjects': [
    'catalog export subjects subjects.geojson',
    'catalog export subjects --format geojsonl --bbox 7.5,47.5,7.7,47.6',
  ],
  'export images': [
    'catalog export images images.csv --with image',
    'catalog export images images.csv --excel --source 3',
  ],
  'export manifest': [
    'catalog export manifest album.xlsx --collection 3',
    'catalog export manifest early.csv --year-max 1900 --force',
  ],
  'export all': [
    'catalog export all catalog.gpkg --with image',
    'catalog export all bridges.geojson --subject Q12280 --year-max 1914',
  ],
  serve: [
    'catalog serve --data /srv/catalog',
    'catalog serve --data /srv/catalog --port 9000 \\\n' +
      '    --base-url https://archive.example.org',
  ],
  demo: ['catalog demo', 'catalog demo --port 9000', 'catalog demo --reset'],
  publish: [
    'catalog publish /srv/www/data --data /srv/catalog',
    'catalog publish s3://archive/data --keep 7 --json',
  ],
  'basemap fetch': [
    'catalog basemap fetch --data /srv/catalog',
    'catalog basemap fetch --bbox -74.3,40.5,-73.6,41 --dry-run',
    'catalog basemap fetch --from https://maps.example.org/planet.pmtiles --yes',
  ],
  'basemap add': [
    'catalog basemap add new-york.pmtiles --data /srv/catalog',
    'catalog basemap add new-york.pmtiles --yes --json',
  ],
  'gazetteer add': [
    'catalog gazetteer add US.txt --data /srv/catalog',
    "catalog gazetteer add town.geojsonseq --name town --credit 'Town archive'",
  ],
  'gazetteer list': ['catalog gazetteer list', 'catalog gazetteer list --data /srv/catalog --json'],
  'gazetteer remove': [
    'catalog gazetteer remove US',
    'catalog gazetteer remove town --data /srv/catalog',
  ],
  'model list': ['catalog model list', 'catalog model list --data /srv/catalog --json'],
  'model fetch': [
    'catalog model fetch siglip2-base --data /srv/catalog',
    'catalog model fetch siglip2-base --base-url https://mirror.example.org',
  ],
  'model add': [
    'catalog model add siglip2-base /mnt/usb/siglip2-base',
    'catalog model add my-model ~/export --data /srv/catalog',
  ],
  'model runtime': [
    'catalog model runtime --data /srv/catalog',
    'catalog model runtime --from /mnt/usb/onnxruntime',
  ],
  'model use': ['catalog model use siglip2-base', 'catalog model use none'],
  'model verify': ['catalog model verify', 'catalog model verify siglip2-base --json'],
  config: ['catalog config', 'catalog config --data /srv/catalog --json'],
  healthcheck: ['catalog healthcheck', 'catalog healthcheck https://archive.example.org'],
  doctor: ['catalog doctor', 'catalog doctor --server --data /srv/catalog'],
  help: ['catalog help import check', 'catalog help environment', 'catalog help ci'],
  completion: [
    'catalog completion bash >~/.local/share/bash-completion/completions/catalog',
    'catalog completion fish >~/.config/fish/completions/catalog.fish',
  ],
  'exit-codes': ['catalog exit-codes', 'catalog exit-codes --json'],
  options: [
    'catalog import report album.csv --output csv --fields file,image_id',
    'catalog import album.csv --profile archive --progress lines',
    'catalog replace 4711 bridge.tif --yes --quiet',
  ],
  ...READING_EXAMPLES,
  ...MODERATION_EXAMPLES,
  ...ADMIN_EXAMPLES,
  ...STORED_FILES_EXAMPLES,
  ...CONTRIBUTION_EXAMPLES,
}
