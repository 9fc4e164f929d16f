import path from 'node:path'
import type { Context } from '#kernel/http.ts'
import { type SocialImages, createSocialImages } from '#features/discovery/social-images/social-images.ts'
import { initialsOf, tintOf } from '#schemas/initials.contract.ts'
import type { Config } from './config.ts'

type Services = Pick<Context, 'siteSettings' | 'db' | 'clock' | 'log' | 'storage' | 'imageProxy'>

/** Creates the social image service, which uses pictures that this server already has, or initials. */
export function openSocialImages(config: Config, services: Services): SocialImages {
  const { siteSettings, db, clock, log, storage, imageProxy } = services
  const { host } = new URL(config.siteUrl)
  return createSocialImages({
    db,
    clock,
    log,
    rateLimits: config.rateLimits,
    cacheDir: path.join(config.dataDir, 'cache/cards'),
    site: () => {
      const { tagline, timeZone } = siteSettings.now.settings
      return { name: siteSettings.name, host, tagline, timeZone }
    },
    pictureOf: async (address) => {
      const place = storage.keyOf(address)
      return place ? storage.read(place) : imageProxy.findCached(address)
    },
    fallbackAvatar: (name) => ({ initials: initialsOf(name), color: tintOf(name) }),
  })
}
