import './testimonial-list.css'
import { Avatar } from '#ui/avatar.tsx'
import { useContentLang } from '#ui/content-language.ts'
import type { Testimonial } from './testimonials.contract.ts'

/** What others say about a member. */
export const TestimonialList = ({ testimonials }: { testimonials: readonly Testimonial[] }) => (
  <ul className="testimonials" lang={useContentLang()}>
    {testimonials.map(({ text, name, role, url }) => (
      <li key={name + text}>
        <figure className="testimonial">
          <blockquote dir="auto">{text}</blockquote>
          <figcaption>
            <Avatar name={name} image={null} size="m" />
            <span>
              <strong dir="auto">
                {url ? (
                  <a className="link" href={url} rel="ugc nofollow noopener">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </strong>
              {role && (
                <span className="meta" dir="auto">
                  {role}
                </span>
              )}
            </span>
          </figcaption>
        </figure>
      </li>
    ))}
  </ul>
)
