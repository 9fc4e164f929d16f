import type { ActivityType, GithubActivity } from './activities.contract.ts'

/** Activities of one type on one repository on one day; never empty. Newest first. */
export interface ActivityGroup {
  type: ActivityType
  repoName: string
  activities: [GithubActivity, ...GithubActivity[]]
}
export interface ActivityDay {
  day: string
  groups: ActivityGroup[]
}

/** Groups activities by day, and within a day by repository and type, in the order of each group's first activity.
 *  @param dayOf returns the same text for all times on a day */
export function groupActivities(activities: GithubActivity[], dayOf: (iso: string) => string): ActivityDay[] {
  const byDay = Map.groupBy(activities, ({ timestamp }) => dayOf(timestamp))
  return [...byDay].map(([day, ofDay]) => ({ day, groups: groupsOf(ofDay) }))
}

function groupsOf(activities: GithubActivity[]): ActivityGroup[] {
  const groups = new Map<string, ActivityGroup>()
  for (const activity of activities) {
    const { type, repoName } = activity
    const known = groups.get(`${type} ${repoName}`)
    if (known) known.activities.push(activity)
    else groups.set(`${type} ${repoName}`, { type, repoName, activities: [activity] })
  }
  return [...groups.values()]
}
