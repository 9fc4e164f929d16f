import http from 'node:http'

/** Requests a URL and discards the body. @throws Error if the response is not a success */
export function request(agent: http.Agent, url: string, encoding: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = http.get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      response.resume().on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} returned status ${response.statusCode}.`)),
      )
    })
    sent.on('error', reject)
  })
}
