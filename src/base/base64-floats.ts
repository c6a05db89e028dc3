// Numbers as text for the store: the bytes of an array in base64, and back.

export function base64Of({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

export function floatsOf(text: string): Float32Array {
  return new Float32Array(bytesOf(text))
}

export function doublesOf(text: string): Float64Array {
  return new Float64Array(bytesOf(text))
}

// A Buffer may begin anywhere in memory that it shares, and wider numbers may not.
function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer
}
