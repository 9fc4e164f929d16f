import { type Db, one, run } from '#kernel/db.ts'
import type { Testimonial, Testimonials } from './testimonials.contract.ts'

/** Returns the member's testimonials, or null if there is no such member. */
export const findTestimonials = (db: Db, memberId: number) => one<Testimonials>(db)`
  select coalesce(quotes, '[]') as testimonials
  from members left join testimonials on member_id = id where id = ${memberId}`

/** Replaces the member's testimonials. */
export const saveTestimonials = (db: Db, memberId: number, quotes: Testimonial[]) => run(db)`
  insert into testimonials (member_id, quotes) values (${memberId}, ${JSON.stringify(quotes)}::jsonb)
  on conflict (member_id) do update set quotes = excluded.quotes`

/** Deletes the member's testimonials, for account deletion. */
export const removeTestimonialsOf = (db: Db, memberId: number) => run(db)`
  delete from testimonials where member_id = ${memberId}`
