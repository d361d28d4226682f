import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MAX_ATTEMPTS } from '../../src/core/job-queue/enqueue.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { computeOutageDelay, computeRetryDelay } from '../../src/core/job-queue/retry-delay.ts'
import { runCli } from '../support/test-cli.ts'

const page = await readFile(new URL('../../docs/jobs.md', import.meta.url), 'utf8')
const SECOND = 1e6

test('the page lists every kind of job', () => {
  const told = [...page.matchAll(/^\| `([a-z]+)` +\|/gm)].map(([, kind]) => kind)
  expect(told).toEqual(Object.keys(jobHandlers))
})

test('the page mentions every command about jobs, and only existing options', async () => {
  const helpOf = async (words: string[]) =>
    (await runCli([...words, '--help'], { columns: 200 })).stdout
  const commands = [
    ['admin', 'image', 'damaged'],
    ['admin', 'reprocess'],
  ]
  for (const group of [['job'], ['admin', 'job']]) {
    const [, list = ''] = (await helpOf(group)).split('Commands:\n')
    for (const [, verb = ''] of list.split('\n\n')[0]!.matchAll(/^ {2}([a-z]+)/gm)) {
      if (verb === 'help') continue
      expect(page).toContain(`| \`catalog ${[...group, verb].join(' ')}\``)
      commands.push([...group, verb])
    }
  }
  const help = await Promise.all(commands.map(helpOf))
  for (const [, option] of page.matchAll(/(--[a-z][a-z-]+)/g)) {
    expect(help.join('\n')).toContain(option)
  }
})

test('the page states the times between attempts', () => {
  expect(computeRetryDelay(1, 0)).toBe(10 * SECOND)
  expect(computeRetryDelay(2, 0)).toBe(40 * SECOND)
  expect(computeRetryDelay(9, 0)).toBe(3600 * SECOND)
  expect(computeOutageDelay(24 * 3600 * SECOND, 0)).toBe(15 * 60 * SECOND)
  expect(page).toContain(`${MAX_ATTEMPTS} attempts, after 10 seconds`)
})
