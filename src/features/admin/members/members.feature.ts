import { feature } from '#kernel/feature.ts'
import { AdminMember } from './members.contract.ts'
import { adminMemberRoutes } from './members.routes.ts'

/** Administrators' list of all members and their accounts. */
export const adminMembersFeature = feature('admin-members', {
  routes: adminMemberRoutes,
  schemas: { AdminMember },
})
