import { feature } from '#kernel/feature.ts'
import { avatarRoutes } from './avatars.routes.ts'

export const avatarsFeature = feature('avatars', {
  routes: avatarRoutes,
})
