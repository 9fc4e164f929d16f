import * as z from 'zod/mini'

/** The values by which administrators can filter the list of members. Every page loads this. */
export const memberFilters = {
  role: z.enum(
    ['owner', 'admin', 'moderator', 'member', 'reader'],
    'The role must be owner, admin, moderator, member, or reader',
  ),
  state: z.enum(['active', 'waiting', 'suspended'], 'The state must be active, waiting, or suspended'),
  twoFactor: z.enum(['on', 'off'], 'twoFactor must be on or off'),
}
