import { test as journey } from './journey.ts'

/** Runs a journey over plain HTTP under a host name, as on a home network. Browsers treat loopback addresses as secure, so
 *  only the host name makes the page an insecure context. */
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
