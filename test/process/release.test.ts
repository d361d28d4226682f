import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { releaseChangelog } from '../../fixtures/generator/release/changelog.ts'
import { postgresIsMissing } from '../support/postgres.ts'

const SCRIPT = fileURLToPath(new URL('../../fixtures/generator/release/main.ts', import.meta.url))
const CHANGELOG =
  '# Changelog\n\nPreface.\n\n## Unreleased\n\n### For apps\n\n- A change.\n\n## 0.2.0\n\n- The first.\n'
const RELEASE = { version: '1.0.0', date: '2026-11-30' }

test('the unreleased changes become those of the version', () => {
  const { text, changes } = releaseChangelog(CHANGELOG, RELEASE)
  expect(text).toBe(
    '# Changelog\n\nPreface.\n\n## Unreleased\n\n## 1.0.0 (2026-11-30)\n\n### For apps\n\n- A change.\n\n## 0.2.0\n\n- The first.\n',
  )
  expect(changes).toBe('### For apps\n\n- A change.\n')
})

test.skipIf(postgresIsMissing('postgis'))('a clean tree can be released', async () => {
  await using repository = await createRepository()
  const later = await repository.check('1.1.0')
  expect(later).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('release/1.1.0') })
  const { exitCode, stdout } = await repository.check()
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Version 1.0.0 can be released')])
  expect(await repository.readChangelog()).toBe(CHANGELOG)
})

test.skipIf(postgresIsMissing('postgis'))('a failed build says how to go back', async () => {
  await using repository = await createRepository()
  const { exitCode, stderr } = await repository.release()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('npm run --silent build')])
  const commands = [...stderr.matchAll(/^  git (.+)$/gmu)].map(([, words = '']) => words)
  expect(commands).toHaveLength(2)
  for (const words of commands) await repository.git(...words.split(' '))
  const { stdout } = await repository.git('status', '--porcelain')
  expect(stdout).toBe('')
})

test('all that keeps a version from being released is listed at once', async () => {
  await using repository = await createRepository()
  await repository.git('tag', 'v0.2.0')
  await writeFile(join(repository.path, 'forgotten.txt'), '')
  const manifest = { version: '1.0.0', dependencies: { kysely: '1.0.0' } }
  await writeFile(join(repository.path, 'package.json'), JSON.stringify(manifest))
  const { exitCode, stderr } = await repository.check('0.2.0')
  expect(exitCode).toBe(1)
  for (const problem of [
    'not committed:\n M package.json\n?? forgotten.txt',
    'Run npm ci.\n',
    'missing: kysely@1.0.0',
    '0.2.0 is earlier than 1.0.0',
    'The tag v0.2.0 exists',
    'fixtures/releases/0.2.0.sqlite.gz exists',
    'docs/changelog.md has a section 0.2.0',
    'Nothing was changed',
  ])
    expect(stderr).toContain(problem)
})

test.each([
  ['no section "Unreleased"', '# Changelog\n\n## 0.2.0\n\n- The first.\n'],
  ['is empty', '# Changelog\n\n## Unreleased\n\n### For apps\n\n## 0.2.0\n\n- The first.\n'],
])('a changelog that has %s is refused', async (reason, changelog) => {
  await using repository = await createRepository(changelog)
  const { exitCode, stderr } = await repository.check()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)])
})

test('a name that is no version is refused', async () => {
  await using repository = await createRepository()
  const { exitCode, stderr } = await repository.check('next')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"next" is not a version')])
})

/** Creates a repository of version 1.0.0, which was not released yet. */
async function createRepository(changelog = CHANGELOG) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const cwd = folder.path
  const git = (...words: string[]) => execa('git', words, { cwd })
  await mkdir(join(cwd, 'docs'))
  await mkdir(join(cwd, 'fixtures/releases'), { recursive: true })
  await writeFile(join(cwd, 'fixtures/releases/0.2.0.sqlite.gz'), '')
  await writeFile(join(cwd, 'package.json'), '{ "version": "1.0.0" }\n')
  await writeFile(join(cwd, 'docs/changelog.md'), changelog)
  await git('init', '--quiet')
  await git('add', '--all')
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@archive.example']
  await git(...author, 'commit', '--quiet', '--message', 'start')
  return {
    path: cwd,
    git,
    check: (...words: string[]) =>
      execa(process.execPath, [SCRIPT, '--check', ...words], { cwd, reject: false }),
    release: () => execa(process.execPath, [SCRIPT], { cwd, reject: false }),
    readChangelog: () => readFile(join(cwd, 'docs/changelog.md'), 'utf8'),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}
