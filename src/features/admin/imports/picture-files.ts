import { t } from '#messages/messages.ts'
import { open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#kernel/errors.ts'

/** Size limit for pictures before they are scaled down. */
export const maxPictureBytes = 20 * 1024 * 1024
/** Folders whose files site generators publish at the root of the site. */
const roots = ['', 'static', 'public', 'source', 'src', 'content']

/** Reads the picture that a path refers to, from any of the folders where site generators look for it. Returns null if
 *  it does not exist or if a link points outside the folder.
 *  @param others additional folders to look in @throws AppError too_large */
export async function readPicture(folder: string, pathname: string, others: string[] = []): Promise<Buffer | null> {
  const within = `${await realpath(folder)}${path.sep}`
  // `@/` and `~/` stand for the source folder.
  const plain = pathname.replace(/^(?:.*\/)?[@~]\//, '/')
  for (const root of new Set([...roots, ...others])) {
    const file = await realpath(path.join(folder, root, plain)).catch(() => null)
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
      throw new AppError(
        'too_large',
        t('It is larger than {megabytes} MB', { megabytes: maxPictureBytes / 1024 / 1024 }),
      )
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
