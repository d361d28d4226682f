import { access, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Gives a file another place, also on another disk, and never puts it in the place of another file. Does
 * nothing when it has been moved before.
 * @throws Error that says why the file stays where it is
 */
export async function moveOnce(from: string, to: string): Promise<void> {
  if (from === to || !(await isThere(from))) return
  await mkdir(dirname(to), { recursive: true })
  await reserve(to)
  try {
    await move(from, to)
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** An empty file keeps the name; one that is there already was left by a run that ended before it moved anything. */
async function reserve(path: string): Promise<void> {
  try {
    await using _file = await open(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { size } = await stat(path)
    if (size > 0) throw new Error(`there is another file in ${path}`, { cause: error })
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, `${to}.part`)
    await sync(`${to}.part`)
    await rename(`${to}.part`, to)
    await sync(dirname(to))
    await rm(from)
  }
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}
