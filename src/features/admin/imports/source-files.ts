import { t } from '#messages/messages.ts'
/** The files in a source. */
export interface SourceFiles {
  /** The files' paths, sorted, with `/` as the separator. Excludes links and hidden folders. */
  names: string[]
  /** Returns a file's bytes, or null if no file has that name.
   *  @throws AppError or SourceError if it is too large or damaged */
  read: (name: string, maxBytes: number) => Promise<Buffer | null>
}

/** The files in an archive. */
export interface Archive extends SourceFiles {
  /** The size of a file in bytes. */
  sizeOf: (name: string) => number
  modifiedAt: (name: string) => Date | null
  close: () => void
}

/** Top-level folders that have a special meaning and are kept in the paths. */
const meaningful = /^(?:_?posts|_?drafts|content|src|data|blog|articles|profile|media_attachments)$/i
const isJunk = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)

/** Removes the top-level folder that all files in an archive share, such as `blog-main` in GitHub's archives, from
 *  the paths. Otherwise, the posts' keys would change with each version. */
export function withoutTopFolder(files: Archive): Archive {
  const names = files.names.filter((name) => !isJunk(name))
  const [top = ''] = names[0]?.split('/', 1) ?? []
  const isShared = names.every((name) => name.startsWith(`${top}/`))
  if (!isShared || top === '' || meaningful.test(top)) return { ...files, names }
  const prefix = `${top}/`
  return {
    ...files,
    names: names.map((name) => name.slice(prefix.length)),
    read: (name, maxBytes) => files.read(prefix + name, maxBytes),
    sizeOf: (name) => files.sizeOf(prefix + name),
    modifiedAt: (name) => files.modifiedAt(prefix + name),
  }
}

/** Reads a file as UTF-8. @throws Error if it does not exist, is too large, or is not text */
export async function readText({ read }: SourceFiles, name: string, maxBytes: number): Promise<string> {
  const bytes = await read(name, maxBytes)
  if (!bytes) throw new Error(t('it does not exist'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new Error(t('it is not encoded in UTF-8'), { cause: reason })
  }
}

export const reasonOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))
