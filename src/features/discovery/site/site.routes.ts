import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { getSite, type SiteInfo } from './site.contract.ts'
import { findSiteFacts } from './site.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** `ownerUsername` is the OWNER_USERNAME setting. The database stores the current owner. */
    site: {
      name: string
      ownerUsername: string | null
      isRegistrationOpen: boolean
      canSendEmail: boolean
      minPasswordLength?: number
    }
  }
}

/** Returns the site's name and settings, with its current owner and navigation. */
export async function siteInfo({ db, site }: Pick<Context, 'db' | 'site'>): Promise<SiteInfo> {
  const { ownerUsername, pages } = await findSiteFacts(db)
  return { ...site, ownerUsername, ...(pages && { pages }) }
}

export const siteRoutes = [implement(getSite, ({ ctx }) => siteInfo(ctx))]
