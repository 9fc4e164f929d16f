import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deviceName } from './device-name.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('names a device by its browser and operating system', () => {
  const named = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': 'Firefox on Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0':
      'Edge on Windows',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36':
      'Chrome on Android',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`]: 'Safari on macOS',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`]:
      'Safari on iPhone',
    [`Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) ${webkit} CriOS/142.0 Mobile/15E148 Safari/604.1`]:
      'Chrome on iPad',
    'curl/8.15.0': 'Unknown device',
    'Something (Linux)': 'Linux',
    '': 'Unknown device',
  }
  for (const [userAgent, device] of Object.entries(named)) assert.equal(deviceName(userAgent), device, userAgent)
})
