import type { Context } from '#kernel/http.ts'
import { claimOwnership } from './roles.store.ts'

/** Makes the member named by OWNER_USERNAME the owner. */
export async function applyOwnerUsername({ db, log, site, announce }: Context): Promise<void> {
  const { ownerUsername } = site
  if (ownerUsername === null) return
  const result = await claimOwnership(db, ownerUsername)
  if (result === 'done') await announce('members')
  if (result === 'suspended')
    log.warn(`OWNER_USERNAME names @${ownerUsername}, who is suspended: ownership was not changed`)
}
