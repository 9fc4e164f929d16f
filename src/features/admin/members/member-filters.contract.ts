/** The values by which administrators can filter the list of members. */
export const memberFilters = {
  role: ['owner', 'admin', 'moderator', 'member', 'reader'],
  state: ['active', 'waiting', 'suspended'],
  twoFactor: ['on', 'off'],
} as const
