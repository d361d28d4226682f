import { copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/cli/import/journal/journal.ts'
import { journalFolder } from '../../src/cli/import/journal/journal-database.ts'
import { openImportCli } from '../support/import-cli.ts'
import { splitWords, startTranscript } from '../support/transcript.ts'
import { UNDECODABLE_JPEG } from '../support/pictures.ts'

const ALBUM = new URL('../../fixtures/manifests/album/', import.meta.url)

/** Opens a folder with the pictures of the album, and the CLI with all of its output recorded. */
async function openShell() {
  const cli = await openImportCli({ processing: true })
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-golden-'))
  for (const name of ['PDM-1.0', 'CC0-1.0', 'CC-BY-4.0']) await cli.seed.license({ name })
  await cli.seed.subject({ slug: 'aldermoor-bridge', kb_id: 'Q101' })
  await cli.seed.subject({ slug: 'river-alder', kb_id: 'Q102' })
  const pictures = ['01-bridge.jpg', '02-market.jpg', '03-station.png', '04-viaduct.jpg']
  for (const name of [...pictures, '05-lighthouse.tif', '06-flood.jpg', 'broken.csv']) {
    await copyFile(new URL(name, ALBUM), join(folder.path, name))
  }
  const transcript = startTranscript({
    '/archive': folder.path,
    'https://catalog.example.org': cli.server.baseUrl,
  })
  const env = { CATALOG_STATE_DIR: join(folder.path, '.state'), CATALOG_PROGRESS: 'none', CI: '1' }
  const type = async (line: string, more: { json?: true; stdin?: string; tty?: false } = {}) => {
    const argv = splitWords(line)
    // Lines with addresses would wrap differently for ports of other lengths.
    const options = { tty: true, columns: 80, errorColumns: 500, cwd: folder.path, env, ...more }
    const result = await cli.command(argv, options)
    transcript.add(argv, result)
    // Otherwise the output about pictures would depend on timing.
    await cli.server.catalog.jobs.drain()
    return result
  }
  return {
    type,
    url: cli.server.baseUrl,
    compare: transcript.compare,
    write: (name: string, ...lines: (string | Buffer)[]) =>
      writeFile(
        join(folder.path, name),
        Buffer.isBuffer(lines[0]) ? lines[0] : `${lines.join('\n')}\n`,
      ),
    /** Leaves the row as a run whose commit has an unknown outcome. */
    leaveUndecided: async (sheet: string, key: string) => {
      const manifest = join(folder.path, sheet)
      const place = { folder: journalFolder(manifest), manifest, instance: cli.server.baseUrl }
      await using journal = await openJournal({ ...place, now: 0 })
      const row = journal.findByKey(key)!
      const problem = { code: 'commit.ambiguous', message: 'Any of these images may be the row’s.' }
      row.rowState = { ...row.rowState, state: 'review', imageId: null, problem }
      await journal.saveRow(row)
    },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

type Shell = Awaited<ReturnType<typeof openShell>>

const HEADER = 'file,title,original_date,edtf_date,license_name'
const ROWS = [
  '01-bridge.jpg,The Bridge,c. 1885,1885~,PDM-1.0',
  '02-market.jpg,Market Square,January 1881,1881-01,CC0-1.0',
  '03-station.png,Station,1901 or 1902,"[1901,1902]",CC-BY-4.0',
]

const STORIES: Record<string, (shell: Shell) => Promise<void>> = {
  async check({ type, write }) {
    await write('album.csv', HEADER, ...ROWS)
    await write('letters.csv', Buffer.from(`${HEADER}\n01-bridge.jpg,Br\xfccke,,,\n`, 'latin1'))
    await write('names.csv', 'file,titel,original date,Edtf-Date,shelf')
    await type('import check album.csv --collection 1')
    await type('import check album.csv --collection 1 --json')
    await type('import check broken.csv --collection 1')
    await type('import check broken.csv --collection 1', { tty: false })
    await type('import check broken.csv --collection 1 --max-errors 2 --json')
    await type('import check letters.csv --offline')
    await type('import check names.csv --offline')
    await type('import check nosuch.csv --offline')
  },
  async import({ type, write }) {
    await write('album.csv', HEADER, ...ROWS)
    await type('import album.csv --collection 1 --dry-run')
    await type('import album.csv --collection 1 --dry-run --json')
    await type('import album.csv --collection 1 --max-rows 1')
    await type('import status album.csv')
    await type('import album.csv --collection 1 --json')
    await type('import album.csv --collection 1')
    await type('import status album.csv')
    await type('import status album.csv --json')
    await type('import list --json')
    await type('import report album.csv', { tty: false })
    await type('import report album.csv -o id')
    await type('import cancel album.csv')
    await type('import forget album.csv')
    await type('import forget album.csv --yes')
    await type('import status album.csv')
  },
  async failures({ type, write, leaveUndecided }) {
    await write('album.csv', HEADER, ...ROWS)
    await write('02-market.jpg', UNDECODABLE_JPEG)
    await type('import album.csv --collection 1')
    await type('import album.csv --collection 1 --json')
    await type('import status album.csv')
    await type('import report album.csv')
    await type('import report album.csv --json')
    await leaveUndecided('album.csv', '03-station.png')
    await type('import resolve album.csv')
    await type('import resolve album.csv --json')
    await type('import resolve album.csv --search')
    await type('import album.csv --collection 1')
    await type('import forget album.csv --yes')
    await type('import resolve album.csv --committed 2')
    await type('import resolve album.csv --row nosuch --not-committed')
    await type('import resolve album.csv --row 03-station.png --committed 2')
    await type('import resolve album.csv --row 03-station.png --not-committed')
  },
  async 'add-replace'({ type, write }) {
    const words = "--title 'The Bridge' --original-date 'c. 1885' --edtf-date 1885~"
    await type('add 01-bridge.jpg --collection 1')
    await type(`add 01-bridge.jpg --collection 1 ${words} --rotation 90`)
    await type(`add 02-market.jpg --collection 1 ${words} --json`)
    await type('replace 1 04-viaduct.jpg --dry-run')
    await type('replace 1 04-viaduct.jpg')
    await type('replace 1 04-viaduct.jpg --yes')
    await type('replace 1 05-lighthouse.tif --yes --json')
    await type('replace 9 05-lighthouse.tif --yes')
    await write(
      'better.csv',
      'image_id,file',
      '1,06-flood.jpg',
      '2,06-floot.jpg',
      '9,01-bridge.jpg',
    )
    await type('replace --manifest better.csv --yes')
    await write('better.csv', 'image_id,file,title', '1,06-flood.jpg,Flood', '2,bad.jpg,Bad')
    await write('bad.jpg', UNDECODABLE_JPEG)
    await type('replace --manifest better.csv --dry-run')
    await type('replace --manifest better.csv --yes')
    await type('replace --manifest better.csv --yes --json')
    await type('import status better.csv')
    await type('import report better.csv')
  },
  async slot({ type, write }) {
    await type('slot request --collection 1')
    const { stdout } = await type('slot request --collection 1 --json')
    await write('slot.json', stdout)
    await type('slot put slot.json 01-bridge.jpg')
    await type("slot commit slot.json --title 'The Bridge' --original-date 1885 --edtf-date soon")
    await type("slot commit slot.json --title 'The Bridge' --original-date 1885 --edtf-date 1885")
    await type('slot commit slot.json --json')
    await type('slot cancel slot.json')
    await type('slot cancel slot.json --json')
  },
  async manifest({ type, write, url }) {
    await write('album.csv', HEADER, ...ROWS)
    await write('later.csv', HEADER, ROWS[0]!.replace('Bridge', 'Stone bridge'), ROWS[1]!)
    await write(
      'dates.csv',
      'file,original_date',
      '01-bridge.jpg,um 1900',
      '02-market.jpg,3/4/1910',
    )
    await type('manifest scan . scanned.csv')
    await type('manifest scan . again.csv --pattern [ --json')
    await type('manifest scan nosuch')
    await type('manifest scan . scanned.json --format json --json')
    const remote = `${url}/iiif/presentation/3/`
    await type(`manifest harvest ${remote} harvested.csv`)
    await type(`manifest harvest ${remote} harvested.csv --rate 1000 --allow-private-urls`)
    await type(`manifest harvest ${remote} harvested.csv --allow-private-urls --full --json`)
    await write('museum.toml', `url = "${remote}"`, 'collection = 1', 'allow_private_urls = true')
    await type('harvest run museum')
    await type('harvest run museum --full --json')
    await type('harvest run nosuch')
    await type('manifest dates dates.csv')
    await type('manifest dates dates.csv --lang de --day-first --json')
    await type('manifest dates dates.csv --write read.csv')
    await type('manifest template template.csv')
    await type('manifest template template.csv')
    await type('manifest template other.xlsx --offline --json')
    await type('manifest convert album.csv album.xlsx')
    await type('manifest convert album.csv album.ndjson --json')
    await type('manifest convert album.csv album.pdf')
    await type('manifest diff album.csv later.csv')
    await type('manifest diff album.csv later.csv --json')
    await type('manifest diff album.csv album.xlsx')
    await type('manifest merge album.csv later.csv --to merged.csv --prefer other')
    await type('manifest merge album.csv later.csv --to merged.xlsx --prefer base --json')
    await type('manifest merge album.csv later.csv')
    await type("date parse 'c. 1885' 'um 1900' 3/4/1910")
    await type("date parse 'vers 1900' 3/4/1910 --day-first --json")
    await type('date parse', { stdin: 'summer 1912\n' })
  },
  async mirror({ type, url }) {
    await type(`mirror ${url} copy`)
    await type(`mirror ${url} copy --files --json`)
    await type(`mirror ${url} .`)
    await type('mirror nosuch copy')
  },
  async account({ type }) {
    await type('whoami')
    await type('whoami --json')
    await type('token')
    await type('token --json')
    await type('token --min-valid soon')
    await type('login --port 99999')
    await type('login ftp://archive.example --json')
    await type('logout')
    await type('logout --all --json')
    await type('profile list')
    await type('profile list --json')
    await type('profile use nosuch')
    await type('profile use nosuch --json')
    await type('profile remove nosuch')
    await type('profile remove nosuch --json')
  },
  async update({ type, write }) {
    await write('album.csv', HEADER, ...ROWS)
    await type('import album.csv --collection 1 --json')
    await write('fixes.csv', 'image_id,title,creator', '1,The old bridge,A. Painter', '99,Nothing,')
    await type('update fixes.csv --dry-run')
    await type('update fixes.csv --yes')
    await write('fixes.csv', 'image_id,title', '1,The old bridge', '2,Market')
    await type('update fixes.csv --yes --json')
    await type('update fixes.csv --yes')
    await type('update nosuch.csv --yes --json')
  },
  async interrupted({ type, write }) {
    await write('album.csv', HEADER, ...ROWS)
    await type('import album.csv --collection 1 --max-rows 1 --json')
    await type('import list')
    await type('import cancel album.csv --json')
    await type('import forget album.csv --yes --json')
    await type('import list')
    const { stdout } = await type('slot request --collection 1 --json')
    await write('slot.json', stdout)
    await type('slot put slot.json 01-bridge.jpg --json')
  },
}

test.each(Object.keys(STORIES))(
  'the output of the story %s matches the golden file',
  async (name) => {
    await using shell = await openShell()
    await STORIES[name]!(shell)
    await shell.compare(name)
    expect.assertions(1)
  },
)
