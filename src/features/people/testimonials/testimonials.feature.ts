import { feature } from '#kernel/feature.ts'
import { testimonialsArchive } from './testimonials-archive.store.ts'
import { Testimonials } from './testimonials.contract.ts'
import { testimonialRoutes } from './testimonials.routes.ts'
import { removeTestimonialsOf } from './testimonials.store.ts'

export const testimonialsFeature = feature('testimonials', {
  routes: testimonialRoutes,
  schemas: { Testimonials },
  accountDeletion: ({ db }, { memberId }) => removeTestimonialsOf(db, memberId),
  archive: testimonialsArchive,
  demo: async () => (await import('./testimonials.demo.ts')).testimonialsDemo,
})
