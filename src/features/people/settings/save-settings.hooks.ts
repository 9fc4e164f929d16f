import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { getComments } from '#features/conversation/comments/comments.contract.ts'
import { listMemberGithubActivities } from '#features/work/github/activities.contract.ts'
import { getPost, getPosts, getPostsBy } from '#features/writing/posts/posts.contract.ts'
import { ProfileSettings, updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import {
  getFollowers,
  getFollowing,
  getUser,
  getUserByUsername,
  getUsers,
  type Viewer,
} from '#features/people/profiles/profiles.contract.ts'
import { cacheProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { ApiError, isRefusal, messageOf } from '#web/api.ts'
import { call, readsOf } from '#web/call.ts'
import { isSignedIn } from '#web/session.ts'
import { type Faults, faultsIn } from '#web/use-form.ts'
import type { SettingsText } from './settings-text.hooks.ts'

/** From the save to the feed. Source: docs/product.md, Limits. */
const redirectMs = 800

/** How a save went, in the words to tell. */
interface Outcome {
  isSaved: boolean
  title: string
  description?: string | undefined
  /** What is wrong, by the name of the field. */
  faults: Faults
}

/** Saves the settings and goes home. What failed stays in the form. */
export function useSaveSettings() {
  const cache = useQueryClient()
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function save(text: SettingsText): Promise<Outcome> {
    const found = faultsOf(text)
    setFaults(found)
    const [description] = Object.values(found)
    if (description !== undefined) return { isSaved: false, title: 'Validation Error', description, faults: found }
    setPending(true)
    try {
      await call(updateSettings, { body: text }).then((saved) => showSaved(cache, saved))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => navigate('/'), redirectMs)
      return { isSaved: true, title: 'Settings updated', faults: {} }
    } catch (reason) {
      return { isSaved: false, ...refusalOf(reason), faults: {} }
    } finally {
      setPending(false)
    }
  }
  return { save, isPending, faults }
}

function faultsOf(text: SettingsText): Faults {
  const input = ProfileSettings.safeParse(text)
  return input.success ? {} : faultsIn(input.error.issues)
}

async function showSaved(cache: QueryClient, saved: Viewer): Promise<void> {
  // A reading that began before the save must not undo it here.
  await cache.cancelQueries({ queryKey: viewerQuery.queryKey })
  cache.setQueryData(viewerQuery.queryKey, saved)
  cacheProfile(saved)
  void cache.invalidateQueries(profileReads)
}

/** The sentences for a save that failed. Source: docs/product.md, Errors, Settings. */
function refusalOf(reason: unknown): Pick<Outcome, 'title' | 'description'> {
  if (!isSignedIn() || isRefusal(reason, 401)) {
    const description = 'You need to be logged in to update your settings. Please sign in again.'
    return { title: 'Authentication Error', description }
  }
  return reason instanceof ApiError
    ? { title: 'Failed to update settings', description: messageOf(reason, 'An error occurred. Please try again.') }
    : { title: 'Error', description: 'An unexpected error occurred. Please try again.' }
}

/** Reads that contain the member's profile. Source: docs/product.md, Calls. */
const profileReads = readsOf(
  getUsers,
  getUser,
  getUserByUsername,
  getFollowers,
  getFollowing,
  getPosts,
  getPostsBy,
  getPost,
  getComments,
  listMemberGithubActivities,
)
