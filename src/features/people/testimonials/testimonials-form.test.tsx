import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { TestimonialsForm } from './testimonials-form.tsx'

const put = 'PUT /api/users/me/testimonials'
const saved = { text: 'Kind, and fast', name: 'Ada', role: 'CTO, Loom', url: 'https://ada.example/' }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

test('adds a testimonial, shows errors next to the fields, moves it to the top, and saves the list', async () => {
  const asked = answer({
    'GET /api/users/1/testimonials': () => Response.json({ testimonials: [saved] }),
    [put]: ({ body }) => Response.json(body),
  })
  const { page } = await mount(<TestimonialsForm viewer={alice} />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="testimonials.${name}"]`)!
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))!
        .click(),
    )
  await press('Add testimonial')
  assert.equal(document.activeElement, field('1.text'))
  await settle(() => type(field('1.text'), 'Hire her.'))
  await settle(() => type(field('1.url'), 'bo.example'))
  await press('Save testimonials')
  assert.match(page.textContent, /Enter a name/)
  assert.match(page.textContent, /Enter a URL that begins with https/)
  await settle(() => type(field('1.name'), 'Bo'))
  await settle(() => type(field('1.url'), ''))
  await press('Move testimonial by Bo up')
  await press('Save testimonials')
  const added = { text: 'Hire her.', name: 'Bo', role: '', url: '' }
  assert.deepEqual(
    asked.filter(({ call }) => call === put).map(({ body }) => body),
    [{ testimonials: [added, saved] }],
  )
  assert.equal(shownToast()?.title, 'Testimonials saved')
  assert.equal(field('0.name').value, 'Bo')
})
