import { t } from '#messages/messages.ts'
import { devToSite, isDevTo } from './dev-to.ts'
import { ghostSite, isGhost } from './ghost.ts'
import { hashnodeSite, isHashnode } from './hashnode-export.ts'
import { type SourceSite, SourceError } from './source-site.ts'

/** Reads a JSON export from Ghost, dev.to, or Hashnode. @throws SourceError for any other JSON */
export function readJsonExport(text: string): SourceSite {
  const value = parsed(text)
  if (isGhost(value)) return ghostSite(value)
  if (isDevTo(value)) return devToSite(value)
  if (isHashnode(value)) return hashnodeSite(value)
  throw new SourceError(t('This JSON is not an export from Ghost, dev.to, or Hashnode.'))
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (reason) {
    throw new SourceError(t('This is not valid JSON. It may be damaged or truncated.'), { cause: reason })
  }
}
