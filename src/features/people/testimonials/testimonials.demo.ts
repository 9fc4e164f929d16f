import type { DemoPart } from '#kernel/demo.ts'
import type { Testimonial } from './testimonials.contract.ts'
import { saveTestimonials } from './testimonials.store.ts'

const testimonials: Testimonial[] = [
  {
    text: 'Mirela found in two days what had slowed us down for two years, and left us with tests that would have caught it.',
    name: 'Adaeze Nwosu',
    role: 'Head of Engineering, Tramline',
    url: 'https://tramline.example/',
  },
  {
    text: 'The calmest person I have ever been on call with. She writes everything down, and you can understand it.',
    name: 'Jonas Lindqvist',
    role: 'Site reliability engineer',
    url: '',
  },
  {
    text: 'Our waiting lists used to take a minute to load. Now no one remembers that they ever did.',
    name: 'Dr. Ioana Petrescu',
    role: 'Clinica Verde',
    url: '',
  },
]

/** Gives the site's owner testimonials. */
export const testimonialsDemo: DemoPart = async ({ ctx: { db }, members }) => {
  await saveTestimonials(db, members[0]!.id, testimonials)
}
