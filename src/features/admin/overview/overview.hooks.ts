import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getOverview } from './overview.contract.ts'

/** Loads the state of the site, for administrators. */
export const useOverview = () => useQuery({ ...queryOf(getOverview, {}), refetchOnMount: 'always' })
