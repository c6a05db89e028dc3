// Where the data files lie that the engine loads.
import { fileURLToPath } from 'node:url'

export const MODELS = fileURLToPath(new URL('../../models', import.meta.url))
