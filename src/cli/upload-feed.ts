// Sends a stream as the body of one request. The answer may come before the body has ended, and it may take minutes.
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import type { ApiClient } from './api-client.ts'

/** @throws CliError with the server's words, or with what to do where the connection broke */
export function uploadFeed<T>(client: ApiClient, path: string, mediaType: string, feed: Readable): Promise<T> {
  const { url, headers } = client.prepare(path)
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let answered = false
    let feedError: Error | undefined
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': mediaType, accept: 'application/json' },
    })
    request.on('response', (response) => {
      answered = true
      readAnswer(response)
        .then(
          (text) => {
            feed.destroy()
            return client.read<T>(response.statusCode ?? 0, text)
          },
          (error) => {
            throw client.unreachable(error)
          },
        )
        .then(resolve, reject)
    })
    // A server that refuses early closes the socket under the rest of the body; its answer tells more than that error.
    request.on('error', (error) => {
      if (!answered) reject(feedError ?? client.unreachable(error))
    })
    feed.once('error', (error: Error) => {
      feedError = error
    })
    pipeline(feed, request, () => {})
  })
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
