import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordAudit } from '../../src/core/audit/record-audit.ts'
import { recordImported } from '../../src/core/writes/imports/import-batches.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { node, sendElements } from '../support/overpass.ts'
import { startService } from '../support/service-server.ts'
import { runCli } from '../support/test-cli.ts'
import { splitWords, startTranscript } from '../support/transcript.ts'
import { item, sendItems } from '../support/wikidata.ts'

/** Files that the commands read, by name. */
const FILES: Record<string, string> = {
  'points.csv':
    'image,lat,lon,confidence,user,time\n2,47.56,7.59,high,ada,2025-05-01T10:00:00Z\n3,47.57,7.6,low,ada,2025-05-02T10:00:00Z\n99,0,0,high,ada,2025-05-03T10:00:00Z\n',
  'more-points.csv': 'image,lat,lon,confidence\n4,47.5,7.5,medium\n',
  'comments.csv': 'image,text\n2,Seen from the tower.\n99,Lost.\n',
  'validations.csv': 'georeference,validation\n1,uncertain\n99,correct\n',
  'outline.geojson': JSON.stringify({ type: 'Point', coordinates: [7.58, 47.55] }),
  'town.geojsonseq':
    '{"type":"Feature","properties":{"name":"Vine Street","highway":"primary"},"geometry":{"type":"Point","coordinates":[7.58,47.55]}}\n{\n',
  'subjects.csv': 'item,title,slug,item_title\nQ7,Old bridge,old-bridge,Old bridge\n',
}

/** Command lines by subject; each changes what the next one sees. */
const STORIES: Record<string, string> = {
  init: `
    admin init --site-name 'Town photographs' --staff ada
    admin init --staff 'Grace Hopper' --json
    admin migrate status
    admin migrate status --json
    admin migrate up
    admin migrate up --json
    config -o tsv
    config --json
    config --port 99999
  `,
  deploy: `
    admin deploy caddy
    admin deploy caddy --base-url https://town.example --to deployed --json
    admin deploy nginx --node nowhere
    admin deploy cloud
  `,
  users: `
    admin user list
    admin user list --json
    admin user ensure-staff ada
    admin user ensure-staff alan --json
    admin user show ada
    admin user show alan --json
    admin user show nosuch
    admin user revoke-staff ada
    admin user revoke-staff alan --json
    admin user add-dev eve --staff
    admin user add-dev mallory --json
    user suspend mallory --reason 'Places images at random.' --data /srv/catalog
    user suspend alan --json --data /srv/catalog
    user reinstate mallory --data /srv/catalog
    user reinstate mallory --json --data /srv/catalog
    user revert mallory --since 2026-01-01T00:00:00Z --dry-run --data /srv/catalog
    user revert mallory --since 2026-01-01T00:00:00Z --yes --json --data /srv/catalog
    admin user forget mallory --dry-run
    admin user forget mallory --yes
    admin user forget ada --yes --json
    admin user forget ada --yes --json
  `,
  licenses: `
    admin license list
    license seed --data /srv/catalog
    license seed --json --data /srv/catalog
    license add Town-1.0 --display-name 'Town license' --permalink https://town.example/license --data /srv/catalog
    license add Town-1.0 --display-name 'Another' --json --data /srv/catalog
    license add Town-2.0 --display-name 'Second' --permalink nowhere --data /srv/catalog
    license edit Town-1.0 --name Town-1.1 --data /srv/catalog
    license edit Town-1.1 --display-name 'License of the town' --json --data /srv/catalog
    license list --data /srv/catalog
    license list --json --data /srv/catalog
    license remove Town-1.1 --dry-run --data /srv/catalog
    license remove Town-1.1 --yes --data /srv/catalog
    license remove Town-1.1 --yes --json --data /srv/catalog
    license remove CC0-1.0 --yes --json --data /srv/catalog
  `,
  sources: `
    admin source list
    admin source list --json
    source list --data /srv/catalog
    source create --name 'City museum' --site-url https://museum.example --description 'Of the city.' --data /srv/catalog
    source create --name Harbor --slug town-archive --site-url https://harbor.example --description Ships --json --data /srv/catalog
    source create --name ' '
    source create --name 'Without texts' --data /srv/catalog
    admin source show city-museum
    admin source show nosuch
    admin source show 1 --json
    source edit city-museum --description 'Since 1890.' --data /srv/catalog
    source edit city-museum --slug museum --json --data /srv/catalog
    source edit museum --data /srv/catalog
    source hide museum --data /srv/catalog
    source hide museum --json --data /srv/catalog
    source publish museum --data /srv/catalog
    source publish museum 99 --json --data /srv/catalog
    source delete museum --dry-run --data /srv/catalog
    source delete museum --yes --data /srv/catalog
    source delete town-archive --yes --json --data /srv/catalog
  `,
  collections: `
    admin collection list
    admin collection list --json
    collection list --data /srv/catalog
    collection create --source 1 --name Postcards --data /srv/catalog
    collection create --source 1 --name Postcards --json --data /srv/catalog
    admin collection show postcards
    admin collection show 1 --json
    admin collection show nosuch
    collection edit postcards --description 'From the attic.' --data /srv/catalog
    collection edit postcards --name 'Old postcards' --json --data /srv/catalog
    collection publish postcards --data /srv/catalog
    collection publish postcards --json --data /srv/catalog
    collection announce postcards --data /srv/catalog
    collection announce postcards --json --data /srv/catalog
    collection hide postcards --data /srv/catalog
    collection hide postcards --json --data /srv/catalog
    source create --name 'City museum' --site-url https://museum.example --description Papers --json --data /srv/catalog
    collection move postcards --to city-museum --data /srv/catalog
    collection move postcards --to 99 --json --data /srv/catalog
    collection delete postcards --dry-run --data /srv/catalog
    collection delete postcards --yes --data /srv/catalog
    collection delete 1 --yes --json --data /srv/catalog
  `,
  subjects: `
    subject records --data /srv/catalog
    subject records --json --data /srv/catalog
    subject add Q42 Q9 --data /srv/catalog
    subject add Q42 Q64 --json --data /srv/catalog
    subject show berlin --data /srv/catalog
    subject show Q42 --json --data /srv/catalog
    subject show nosuch --data /srv/catalog
    admin subject import subjects.csv --dry-run
    admin subject import subjects.csv --json
    subject edit berlin --description 'On the Spree.' --data /srv/catalog
    subject edit berlin --title 'Berlin, city' --json --data /srv/catalog
    admin subject refresh berlin
    admin subject refresh --all --json
    subject merge berlin town-hall --dry-run --data /srv/catalog
    subject merge berlin town-hall --yes --data /srv/catalog
    subject merge berlin town-hall --yes --json --data /srv/catalog
    subject remove town-hall --yes --data /srv/catalog
    subject remove town-hall --untag --yes --json --data /srv/catalog
  `,
  geometries: `
    admin subject geometry set town-hall outline.geojson --map-id node/1
    admin subject geometry set town-hall points.csv --map-id node/1 --json
    admin subject geometry show town-hall
    admin subject geometry show town-hall --json
    admin subject geometry clear town-hall --dry-run
    admin subject geometry clear town-hall --yes
    admin subject geometry clear town-hall --yes --json
    admin subject geometry fetch town-hall
    admin subject geometry fetch --all --json
  `,
  images: `
    image edit 1 --title 'The town hall' --creator 'A. Painter' --data /srv/catalog
    image edit 2 99 --original-date 1901 --edtf-date 1901 --json --data /srv/catalog
    image edit 1 --data /srv/catalog
    image edit 1 --edtf-date soon --data /srv/catalog
    image set-status will_not_georef 2 --data /srv/catalog
    image set-status available 2 --json --data /srv/catalog
    image set-status lost 2 --data /srv/catalog
    image set-duplicate 4 --of 3 --data /srv/catalog
    image set-duplicate 4 --none --json --data /srv/catalog
    image set-from-above yes 3 --data /srv/catalog
    image set-from-above no 3 --json --data /srv/catalog
    image set-scale ground 3 --data /srv/catalog
    image set-scale unknown 99 --json --data /srv/catalog
    image tag 2 --subject town-hall --user ada --data /srv/catalog
    image tag 3 --subject Q1137345 --user ada --json --data /srv/catalog
    image tag 3 --subject '' --data /srv/catalog
    image reorder-subjects 2 --subject town-hall --user ada --data /srv/catalog
    image reorder-subjects 3 --subject nosuch --user ada --json --data /srv/catalog
    image untag 2 --subject town-hall --user ada --data /srv/catalog
    image untag 3 --subject town-hall --user ada --json --data /srv/catalog
    image reorder 4 3 --data /srv/catalog
    image reorder 4 99 --json --data /srv/catalog
    image transform 1 --rotate 90 --data /srv/catalog
    image transform 1 --mirror h --json --data /srv/catalog
    image reprocess 1 --data /srv/catalog
    image reprocess 99 --json --data /srv/catalog
    admin image damaged
    admin image damaged --json
    image delete 4 --dry-run --data /srv/catalog
    image delete 4 --yes --data /srv/catalog
    image delete 3 --yes --json --data /srv/catalog
    image delete 99 --yes --json --data /srv/catalog
  `,
  imports: `
    import list --remote --data /srv/catalog
    import list --remote --json --data /srv/catalog
    import undo nosuch --dry-run --data /srv/catalog
    import undo 'Scans of 1912' --dry-run --data /srv/catalog
    import undo 'Scans of 1912' --data /srv/catalog
    import undo 'Scans of 1912' --yes --data /srv/catalog
    import undo 'Scans of 1912' --yes --json --data /srv/catalog
  `,
  georeferences: `
    admin georeference list
    admin georeference list --json
    admin georeference import points.csv --dry-run
    admin georeference import points.csv --skip-invalid
    admin georeference import more-points.csv --user ada --time 2025-05-04T10:00:00Z --json
    admin georeference import nosuch.csv
    admin georeference list --image 2
    georeference delete 2 --dry-run --data /srv/catalog
    georeference delete 2 --yes --data /srv/catalog
    georeference delete 3 98 99 --yes --json --data /srv/catalog
    admin validation add 1 correct --user 'Grace Hopper'
    admin validation add 1 wrong --user ada
    admin validation add 1 uncertain --user ada --json
    admin validation import validations.csv --user 'Grace Hopper' --time 2025-05-05T10:00:00Z --skip-invalid
    admin validation import validations.csv --user 'Grace Hopper' --time 2025-05-05T10:00:00Z --json
    admin validation list
    admin validation list --json
    validation delete 1 --yes --data /srv/catalog
    validation delete 99 --yes --json --data /srv/catalog
    admin comment add 1 'The tower burnt down.' --user ada
    admin comment add 99 Lost --user ada --json
    admin comment import comments.csv --user ada --time 2025-05-05T10:00:00Z --skip-invalid
    admin comment import comments.csv --user ada --time 2025-05-05T10:00:00Z --json
    comment list --data /srv/catalog
    comment list --json --data /srv/catalog
    comment hide 1 99 --data /srv/catalog
    comment hide 1 --json --data /srv/catalog
    comment unhide 1 --data /srv/catalog
    comment unhide 1 --json --data /srv/catalog
    comment delete 1 --dry-run --data /srv/catalog
    comment delete 1 --yes --data /srv/catalog
    comment delete 99 --yes --json --data /srv/catalog
  `,
  access: `
    admin app create 'Photo app' --redirect-uri https://app.example/callback
    admin app create 'Server app' --redirect-uri https://app.example/back --confidential --json
    admin app create Bad --redirect-uri javascript:alert
    admin app list
    admin app list --json
    admin app revoke 'Photo app' --yes
    admin app revoke 'Server app' --yes --json
    admin token create --user ada --label nightly
    admin token create --user ada --label weekly --json
    admin token create --user nosuch
    admin token list
    admin token list --json
    admin token revoke nightly --yes
    admin token revoke weekly --yes --json
    admin key rotate --yes
    admin key rotate --now --yes --json
  `,
  settings: `
    setting list --data /srv/catalog
    setting list --json --data /srv/catalog
    setting get site_name --data /srv/catalog
    setting get site_name --json --data /srv/catalog
    setting get nosuch --data /srv/catalog
    setting set site_name 'Town photographs' --data /srv/catalog
    setting set site_name '' --json --data /srv/catalog
    setting reset site_name --data /srv/catalog
    setting reset site_name --json --data /srv/catalog
    audit list --data /srv/catalog
    audit list --json --data /srv/catalog
    audit revert 2 --dry-run --data /srv/catalog
    audit revert 2 --data /srv/catalog
    audit revert 2 --json --data /srv/catalog
    audit revert 3 --json --data /srv/catalog
    audit revert 9 --json --data /srv/catalog
    flag list --data /srv/catalog
    flag list --json --data /srv/catalog
    flag resolve 4 --data /srv/catalog
    flag resolve 4 --json --data /srv/catalog
    flag reopen 4 --data /srv/catalog
    flag reopen 4 --json --data /srv/catalog
    flag hide 4 --collection 12 --data /srv/catalog
    flag hide 4 --collection 12 --json --data /srv/catalog
    admin audit prune --older-than 1d --dry-run
    admin audit prune --older-than 1d --yes
    admin audit prune --older-than soon --yes --json
    admin activity rebuild --yes
    admin activity rebuild --yes --json
  `,
  jobs: `
    admin slot list
    admin slot list --json
    admin slot cancel slot-of-ada
    admin slot cancel slot-of-ada --json
    admin slot reap
    admin slot reap --json
    admin reprocess thumbnails --image 1
    admin reprocess dates --all --json
    admin reprocess nonsense --all
    job list --data /srv/catalog
    job list --json --data /srv/catalog
    job pause --data /srv/catalog
    job pause --json --data /srv/catalog
    job resume --data /srv/catalog
    job resume --json --data /srv/catalog
    admin job run
    admin job run --inline --json
    job list --failed --data /srv/catalog
    job retry --failed --data /srv/catalog
    job retry 99 --json --data /srv/catalog
    admin job purge --yes
    admin job purge --failed --yes --json
  `,
  storage: `
    admin storage usage
    admin storage usage --json
    admin storage verify
    admin storage verify --json
    admin storage copy --to /srv/copies
    admin storage copy --to /srv/copies --json
    admin storage adopt --dry-run
    admin storage adopt --yes --json
    admin storage prune --dry-run
    admin storage prune --yes
    admin storage prune --yes --json
    admin storage trash
    admin storage trash --json
    admin storage restore --image 1
    admin storage restore --image 1 --json
    admin backup create
    admin backup create --json
    admin backup list
    admin backup list --json
    admin backup verify
    admin backup verify nosuch --json
    admin backup prune --keep 1 --dry-run
    admin backup prune --keep 1 --yes
    admin backup prune --keep 1 --yes --json
    admin dump /srv/moved --no-files
    admin dump /srv/moved --json
    admin dump /srv/again --no-files --json
    admin backup create --exclude-derivatives --backups /srv/outside --json
    admin restore nosuch --data /srv/elsewhere
    admin restore nosuch --data /srv/elsewhere --json
    admin load /srv/moved --data /srv/elsewhere
    admin load /srv/moved --data /srv/elsewhere --json
    admin recover --data /srv/elsewhere --to /srv/recovered
    admin recover --data /srv/elsewhere --to /srv/recovered-again --json
  `,
  basemaps: `
    basemap add town.geojsonseq
    basemap add nosuch.pmtiles --json
    basemap fetch --from ftp://maps.example.org
    basemap fetch --bbox 1,2,3 --json
    basemap fetch --max-bytes 2TB
  `,
  publications: `
    publish /srv/data
    publish /srv/www --fields place,release,images,georeferences,areas
    publish /srv/www --json
    publish /srv/elsewhere --json --fields place,release,time,rows,removed
  `,
  gazetteers: `
    gazetteer add town.geojsonseq
    gazetteer add town.geojsonseq --name streets --json
    gazetteer list
    gazetteer list --json
    gazetteer remove town
    gazetteer remove streets --json
    gazetteer remove nosuch
  `,
  models: `
    model list
    model list --json
    model verify
    model verify nosuch --json
    model use nosuch
    model use none
    model use none --json
    model fetch nosuch
    model fetch nosuch --json
    model add own nosuch
    model add own nosuch --json
    model runtime --from nosuch
    model runtime --from nosuch --json
  `,
}

/** Opens a small catalog without a server, and everything that its commands read. */
async function openScene() {
  const opened = await openTestCatalog()
  const { seed, data, folder, clock } = opened
  const ada = await seed.user({ id: 11, username: 'ada' })
  await seed.user({ id: 12, username: 'Grace Hopper' })
  const source_id = await seed.source({ name: 'Town archive', slug: 'town-archive' })
  const collection_id = await seed.collection({ source_id, name: 'Maps', slug: 'maps' })
  const titles = ['Town hall', 'Bridge', 'Station', 'Harbor']
  const images: number[] = []
  for (const title of titles) images.push(await seed.image({ collection_id, title }))
  const [first = 0] = images
  const hall = await seed.subject({ title: 'Town hall', slug: 'town-hall', kb_id: 'Q1137345' })
  await seed.tag(first, hall)
  await seed.point(first, { user_id: ada, latitude: 47.5596, longitude: 7.5886 })
  await seed.file(first, Buffer.alloc(3000, 'picture '))
  await seed.slot({ id: 'slot-of-ada', user_id: ada, collection_id })
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  const wikidata = await startService(sendItems(ADAMS, BERLIN))
  const overpass = await startService(sendElements(node(1, [7.58, 47.55])))
  const env = {
    CATALOG_DATA: data,
    CATALOG_WIKIDATA_URL: wikidata.url,
    CATALOG_OVERPASS_URL: overpass.url,
    CATALOG_PROGRESS: 'none',
    SUDO_USER: 'ada',
  }
  const places = {
    '/srv/catalog': data,
    '/srv': folder,
    'https://wikidata.example': wikidata.url,
    'https://overpass.example': overpass.url,
  }
  return {
    places,
    /** Records that the last two images came with an import. */
    recordImport: () =>
      opened.catalog.write(async (tx) => {
        const batch = '5f0c1c2e-58a5-4a43-8c1c-8ad8c0c4c7d4'
        const context = { actor: { userId: ada }, now: clock.now(), batch }
        const named = { action: 'batch.create', objectType: 'batch', objectId: batch } as const
        await recordAudit(tx, context, { ...named, before: null, after: { name: 'Scans of 1912' } })
        for (const id of images.slice(2))
          await recordImported(tx, { id, title: 'Harbor', collectionId: collection_id }, context)
      }),
    setAddress: () =>
      writeFile(join(data, 'catalog.toml'), 'base_url = "https://archive.example.org"\n'),
    run: (argv: readonly string[]) =>
      runCli(
        argv.map((word) => word.replace(/^\/srv\/catalog$/, data).replace(/^\/srv\b/, folder)),
        {
          env,
          clock,
          cwd: folder,
          tty: !argv.includes('--json'),
          columns: 80,
          errorColumns: 500,
        },
      ),
    async [Symbol.asyncDispose]() {
      await wikidata[Symbol.asyncDispose]()
      await overpass[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}

const ADAMS = item('Q42', { en: 'Douglas Adams' }, { en: 'English author' })
const BERLIN = item('Q64', { en: 'Berlin' }, { en: 'capital of Germany' })

test.each(Object.keys(STORIES))(
  'the output of commands on the host about %s matches the golden file',
  async (name) => {
    await using scene = await openScene()
    if (name === 'imports') await scene.recordImport()
    if (name === 'publications') await scene.setAddress()
    const transcript = startTranscript(scene.places)
    for (const line of STORIES[name]!.trim().split('\n')) {
      const argv = splitWords(line)
      transcript.add(argv, await scene.run(argv))
    }
    await transcript.compare(`host-${name}`)
    expect.assertions(1)
  },
)
