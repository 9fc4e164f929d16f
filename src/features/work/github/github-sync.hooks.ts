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

/** Reads the viewer's account on GitHub. Refetches whatever shows GitHub afterwards, even after a failure, which is shown
 *  there. */
export const useGithubSync = (endpoint: typeof syncGithubAccount | typeof refreshGithubActivities) =>
  useMutation({
    mutationFn: () => call(endpoint, {}),
    onSettled: useRefetch(getGithubContributions, getGithubStatus, listGithubRepositories, listMemberGithubActivities),
  })
