import { useMutation } from '@tanstack/react-query'
import { call, useRefetch } from '#web/call.ts'
import { listMemberGithubActivities } from './activities.contract.ts'
import {
  getGithubContributions,
  getGithubStatus,
  listGithubRepositories,
  type refreshGithubActivities,
  type syncGithubAccount,
} from './github.contract.ts'

/** Syncs the viewer's account. Then refetches all GitHub data, even after a failure, because the failure is part of the
 *  status. */
export const useGithubSync = (endpoint: typeof syncGithubAccount | typeof refreshGithubActivities) =>
  useMutation({
    mutationFn: () => call(endpoint, {}),
    onSettled: useRefetch(getGithubContributions, getGithubStatus, listGithubRepositories, listMemberGithubActivities),
  })
