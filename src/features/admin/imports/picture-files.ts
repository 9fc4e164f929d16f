import { open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#kernel/errors.ts'

/** Largest picture that is read or fetched, before it is made smaller. */
export const maxPictureBytes = 20 * 1024 * 1024
/** Where site generators keep what stands at the root of the site. */
const roots = ['', 'static', 'public', 'source', 'src', 'content']

/** The file of the folder that the path means, wherever a generator would look for it; null when none is there, or it
 *  lies, through a link, outside of the folder. @throws AppError too_large for one that is too large */
export async function readPicture(folder: string, pathname: string): Promise<Buffer | null> {
  const within = `${await realpath(folder)}${path.sep}`
  for (const root of roots) {
    const file = await realpath(path.join(folder, root, pathname)).catch(() => null)
    if (file?.startsWith(within)) return read(file)
  }
  return null
}

async function read(file: string): Promise<Buffer | null> {
  const handle = await open(file)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) return null
    if (stat.size > maxPictureBytes)
      throw new AppError('too_large', `It is larger than ${maxPictureBytes / 1024 / 1024} MB`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
