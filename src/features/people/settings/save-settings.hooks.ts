import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
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
import { type Faults, faultsIn, useFaults } from '#web/use-form.ts'
import { useLeavingAfterSave } from '#web/use-leaving-after-save.ts'
import type { SettingsText } from './settings-text.hooks.ts'

/** The result of a save, with the text of the toast. */
interface Outcome {
  isSaved: boolean
  title: string
  description?: string | undefined
  /** Error messages by field name. */
  faults: Faults
}

/** Saves the settings and, a moment later, calls `onSaved` or opens the feed. Keeps the input when saving fails. */
export function useSaveSettings(onSaved?: () => void) {
  const cache = useQueryClient()
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const { faults, setFaults, onInput } = useFaults()
  const leaveLater = useLeavingAfterSave(onSaved ?? (() => navigate('/')))

  async function save(text: SettingsText): Promise<Outcome> {
    const found = faultsOf(text)
    setFaults(found)
    const [description] = Object.values(found)
    if (description !== undefined) return { isSaved: false, title: t('Validation Error'), description, faults: found }
    setPending(true)
    try {
      await call(updateSettings, { body: text }).then((saved) => showSaved(cache, saved))
      leaveLater()
      return { isSaved: true, title: t('Settings updated'), faults: {} }
    } catch (reason) {
      return { isSaved: false, ...refusalOf(reason), faults: {} }
    } finally {
      setPending(false)
    }
  }
  return { save, isPending, faults, onInput }
}

function faultsOf(text: SettingsText): Faults {
  const input = ProfileSettings.safeParse(text)
  return input.success ? {} : faultsIn(input.error.issues)
}

async function showSaved(cache: QueryClient, saved: Viewer): Promise<void> {
  // A read that started before the save must not overwrite it.
  await cache.cancelQueries({ queryKey: viewerQuery.queryKey })
  cache.setQueryData(viewerQuery.queryKey, saved)
  cacheProfile(saved)
  void cache.invalidateQueries(profileReads)
}

/** Returns the toast for a failed save. Source: docs/product.md, Errors, Settings. */
function refusalOf(reason: unknown): Pick<Outcome, 'title' | 'description'> {
  if (!isSignedIn() || isRefusal(reason, 401)) {
    const description = t('You need to be logged in to update your settings. Please sign in again.')
    return { title: t('Authentication Error'), description }
  }
  return reason instanceof ApiError
    ? {
        title: t('Failed to update settings'),
        description: messageOf(reason, t('An error occurred. Please try again.')),
      }
    : { title: t('Error'), description: t('An unexpected error occurred. Please try again.') }
}

/** Queries whose responses include the profile. Source: docs/product.md, Calls. */
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
