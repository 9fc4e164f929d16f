import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from '#kernel/http.ts'
import { type LiveSiteSettings, settingsFiles, siteSettingsOf } from './live-site-settings.ts'
import { previewMinutes, previewPathPrefix } from './settings-previews.contract.ts'
import { addPreview, findPreview } from './settings-previews.store.ts'
import { chosenIn, type SiteSettings } from './site-settings.contract.ts'
import { settingsIn } from './stored-settings.ts'

/** Settings contain pictures of up to a megabyte, so only the latest previews are kept in memory. */
const maxInMemory = 4

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Stores the settings as a preview. @returns its path, which contains a secret */
export async function storePreview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  settings: SiteSettings,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now() + previewMinutes * 60_000)
  await addPreview(db, { tokenHash: hashOf(token), settings: chosenIn(settings), expiresAt })
  return previewPathPrefix + token
}

type PreviewContext = Pick<Context, 'db' | 'clock'> & { siteSettings: Pick<LiveSiteSettings, 'fixed'> }

/** Creates a function that returns the settings of a preview; null if the preview does not exist or has expired. */
export function createPreviews({ db, clock, siteSettings: { fixed } }: PreviewContext) {
  const known = new LRUCache<string, { settings: LiveSiteSettings; expiresAt: Date }>({ max: maxInMemory })

  async function read(token: string) {
    const found = await findPreview(db, hashOf(token), new Date(clock.now()))
    if (!found) return null
    const settings = { ...settingsIn(found.settings), ...fixed }
    const now = { settings, ...(await settingsFiles(settings)) }
    return { settings: siteSettingsOf(fixed, () => now), expiresAt: found.expiresAt }
  }

  return async (token: string): Promise<LiveSiteSettings | null> => {
    const preview = known.get(token) ?? (await read(token))
    if (!preview || preview.expiresAt.getTime() <= clock.now()) return null
    known.set(token, preview)
    return preview.settings
  }
}
