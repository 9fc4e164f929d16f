import { isDeleted } from '#features/writing/posts/posts.store.ts'
import { versionChanges } from '#features/writing/versions/version-changes.ts'
import type { postVersionAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { versionChangesQuery, versionQuery } from '#features/writing/versions/versions.hooks.ts'
import { findVersion } from '#features/writing/versions/versions.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadPostVersion: Load<typeof postVersionAddress> = async ({ db }, { params: { id, number } }) => {
  const version = await findVersion(db, id, number)
  const entry = preload(versionQuery(id, number), version)
  if (!version) return { status: (await isDeleted(db, id)) ? 410 : 404, entries: [entry] }
  const before = number > 1 ? await findVersion(db, id, number - 1) : null
  if (!before) return { entries: [entry] }
  return { entries: [entry, preload(versionChangesQuery(id, number), versionChanges(before, version))] }
}
