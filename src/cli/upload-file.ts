// Sends a stream as the body of one request. The answer may come before the body has ended, and it may take minutes.
import type { Readable } from 'node:stream'
import type { ApiClient } from './api-client.ts'
import { sendRequest } from './send-request.ts'

/** @throws CliError with the server's words, or with what to do where the connection broke; the error of the file, the reason of the signal */
export async function uploadFile<T>(
  client: ApiClient,
  path: string,
  mediaType: string,
  file: Readable,
  signal: AbortSignal,
): Promise<T> {
  const { url, headers } = client.prepare(path)
  let fileError: Error | undefined
  file.once('error', (error: Error) => {
    fileError = error
  })
  try {
    const answer = await sendRequest(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': mediaType, accept: 'application/json' },
      body: file,
      signal,
    }).catch((error) => {
      signal.throwIfAborted()
      throw fileError ?? client.unreachable(error)
    })
    return client.read<T>(answer)
  } finally {
    file.destroy()
  }
}
