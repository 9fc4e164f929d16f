import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { installTranslation } from '#messages/messages.ts'
import { mount } from '#tests/support/mount.tsx'
import { TestimonialList } from './testimonial-list.tsx'
import { ContentLanguage } from '#ui/content-language.ts'

afterEach(() => installTranslation({ locale: () => 'en', translate: (text) => text }))

const testimonials = [{ text: 'Ohne sie wären wir nie fertig geworden.', name: 'Kai', role: '', url: '' }]

test('marks texts by people with the site’s language if the page has another one', async () => {
  const { page, render } = await mount(<TestimonialList testimonials={testimonials} />)
  assert.equal(page.querySelector('ul')!.lang, '')
  await render(
    <ContentLanguage value="de-AT">
      <TestimonialList testimonials={testimonials} />
    </ContentLanguage>,
  )
  assert.equal(page.querySelector('ul')!.lang, 'de-AT')
  installTranslation({ locale: () => 'de', translate: (text) => text })
  await render(
    <ContentLanguage value="de">
      <TestimonialList testimonials={testimonials} />
    </ContentLanguage>,
  )
  assert.equal(page.querySelector('ul')!.lang, '')
})
