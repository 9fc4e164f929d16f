import { expect, test } from '@playwright/test'
import { startSite, temporaryDataDir } from '../support/site.ts'

test('npm start stops cleanly when npm receives a signal, and can start again', async () => {
  const { dataDir, remove } = temporaryDataDir()
  for (let start = 0; start < 2; start++) {
    const site = await startSite(dataDir, {}, ['npm', 'start'])
    await expect.poll(site.output).toContain('The first person to register becomes the owner')
    expect(site.output()).toContain(`is running at ${site.url}`)
    expect(await site.stop()).toBe(0)
    await expect(fetch(site.url)).rejects.toThrow()
  }
  remove()
})
