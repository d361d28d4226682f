import { readdirSync } from 'node:fs'
import { argv, exit } from 'node:process'

/** `npm run bench [NAME…]` and `npm run soak [NAME…]`: runs the folder's scripts, all or the named. */
const [folder = '', ...asked] = argv.slice(2)
const base = new URL(`${folder}/`, import.meta.url)
const known = readdirSync(base)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const unknown = asked.filter((name) => !known.includes(name))

if (unknown.length > 0) {
  console.error(
    `There is no ${folder} called ${unknown.join(', ')}. There are: ${known.join(', ')}`,
  )
  exit(2)
}
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n== ${folder} ${name}`)
  await import(new URL(`${name}.ts`, base).href)
}
