import { test as journey } from './journey.ts'

/** A journey through a site on plain http under a name, as on a home network. Browsers trust loopback addresses like https,
 *  so the name is what makes the page an insecure context. */
export const test = journey.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP devstead.test 127.0.0.1'],
      }),
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url.replace('127.0.0.1', 'devstead.test')),
})
