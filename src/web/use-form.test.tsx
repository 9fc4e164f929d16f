import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { TextInput } from '#ui/field.tsx'
import { mount, settle, type } from '#tests/support/mount.tsx'
import { type Faults, useFaults, useForm } from './use-form.ts'

const Account = z
  .object({
    username: z.string().check(z.minLength(3, 'Too short')),
    email: z.string().check(z.includes('@', 'Not an email address')),
    repeated: z.string(),
  })
  .check(z.refine(({ email, repeated }) => email === repeated, { path: ['repeated'], error: 'Not the same' }))

function AccountForm({ submit }: { submit: () => Promise<Faults> }) {
  const { onSubmit, faults } = useForm(Account, submit)
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <TextInput label="Username" name="username" error={faults.username} />
      <TextInput label="Email" name="email" error={faults.email} />
      <TextInput label="Email again" name="repeated" error={faults.repeated} />
      <button>Send</button>
    </form>
  )
}

async function open(submit: () => Promise<Faults> = async () => ({})) {
  const { page } = await mount(<AccountForm submit={submit} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  return {
    enter: (name: string, text: string) => settle(() => type(field(name), text)),
    send: () => settle(() => page.querySelector('button')!.click()),
    errors: () => [...page.querySelectorAll('[role=alert]')].map((one) => one.textContent),
    isFocused: (name: string) => document.activeElement === field(name),
  }
}

test('shows no error before the first submit', async () => {
  const t = await open()
  await t.enter('username', 'a')
  assert.deepEqual(t.errors(), [])
})

test('removes an error as soon as its field is repaired, and keeps the others', async () => {
  const t = await open()
  await t.send()
  assert.deepEqual(t.errors(), ['Too short', 'Not an email address'])
  assert.ok(t.isFocused('username'))
  await t.enter('username', 'al')
  assert.deepEqual(t.errors(), ['Too short', 'Not an email address'])
  await t.enter('username', 'ali')
  assert.deepEqual(t.errors(), ['Not an email address'])
  await t.enter('username', 'al')
  assert.deepEqual(t.errors(), ['Not an email address'], 'does not complain again until the next submit')
})

test('removes an error that another field has repaired', async () => {
  const t = await open()
  await t.enter('username', 'alice')
  await t.enter('email', 'alice@example.org')
  await t.enter('repeated', 'alice@example.com')
  await t.send()
  assert.deepEqual(t.errors(), ['Not the same'])
  await t.enter('email', 'alice@example.com')
  assert.deepEqual(t.errors(), [])
})

test('removes a rejection when its field is edited, and shows it again after the next one', async () => {
  const t = await open(async () => ({ username: 'Taken', repeated: 'Never used' }))
  await t.enter('username', 'alice')
  await t.enter('email', 'a@b')
  await t.enter('repeated', 'a@b')
  await t.send()
  assert.deepEqual(t.errors(), ['Taken', 'Never used'])
  await t.enter('username', 'alicia')
  assert.deepEqual(t.errors(), ['Never used'])
  await t.send()
  assert.deepEqual(t.errors(), ['Taken', 'Never used'])
})

function NameForm({ schema, submit }: { schema: () => Promise<typeof Name>; submit: (values: unknown) => void }) {
  const { onSubmit, loadSchema, faults } = useForm(schema, async (values) => submit(values))
  return (
    <form onSubmit={(event) => void onSubmit(event)} onInput={loadSchema}>
      <TextInput label="Name" name="name" error={faults.name} />
      <button>Send</button>
    </form>
  )
}
const Name = z.object({ name: z.string().check(z.trim(), z.minLength(3, 'Too short')) })

async function openNameForm(schema: () => Promise<typeof Name>) {
  const submitted: unknown[] = []
  const { page } = await mount(<NameForm schema={schema} submit={(values) => void submitted.push(values)} />)
  return {
    submitted,
    enter: (text: string) => settle(() => type(page.querySelector<HTMLInputElement>('[name=name]')!, text)),
    send: () => settle(() => page.querySelector('button')!.click()),
    error: () => page.querySelector('[role=alert]')?.textContent,
  }
}

test('loads a lazy schema when someone starts to fill in the form, and validates with it', async () => {
  let loads = 0
  const t = await openNameForm(async () => {
    loads++
    return Name
  })
  assert.equal(loads, 0)
  await t.enter('a')
  assert.equal(loads, 1)
  await t.send()
  assert.equal(t.error(), 'Too short')
  await t.enter('Ada ')
  assert.equal(t.error(), undefined)
  await t.send()
  assert.deepEqual(t.submitted, [{ name: 'Ada' }])
})

test('submits the values as entered if the schema cannot be loaded', async () => {
  const t = await openNameForm(() => Promise.reject(new TypeError('Failed to fetch')))
  await t.enter('a')
  await t.send()
  assert.deepEqual(t.submitted, [{ name: 'a' }])
})

function PlainForm() {
  const { faults, setFaults, onInput } = useFaults()
  return (
    <form onInput={onInput}>
      <TextInput label="Title" name="title" error={faults.title} />
      <TextInput label="Text" name="text" error={faults.text} />
      <button type="button" onClick={() => setFaults({ title: 'No title', text: 'No text' })}>
        Reject
      </button>
    </form>
  )
}

test('removes the edited field’s error in forms with their own validation', async () => {
  const { page } = await mount(<PlainForm />)
  await settle(() => page.querySelector('button')!.click())
  await settle(() => type(page.querySelector<HTMLInputElement>('[name=text]')!, 'Text'))
  assert.deepEqual(
    [...page.querySelectorAll('[role=alert]')].map((one) => one.textContent),
    ['No title'],
  )
})
